import { Controller } from '@nestjs/common';
import {
  peopleCalls,
  type BotPersonAnswer,
  type BotRewardsAnswer,
  type CallBody,
  type CallQuery,
  type CreateTicketAnswer,
  type DirectMessagesAnswer,
  type RedeemRewardAnswer,
} from '@pax/contracts';
import type { Actor } from '../../platform/calls/access.js';
import { CurrentActor } from '../../platform/http/current-actor.js';
import { ZodBody, ZodQuery } from '../../platform/http/zod.pipe.js';
import { ShopError } from '../../platform/problem.js';
import { Call } from '../../platform/calls/call.js';
import { CustomersFromDiscord } from './customers-from-discord.js';
import { DiscordPeople } from './discord-people.js';
import { TicketFromDiscord } from './ticket-from-discord.js';

type Person = CallQuery<typeof peopleCalls.botPerson>;

/**
 * Calls for customers in Discord, whose ids Discord has verified, and for their direct-message setting on the
 * account page.
 */
@Controller()
export class PeopleController {
  constructor(
    private readonly people: DiscordPeople,
    private readonly customers: CustomersFromDiscord,
    private readonly tickets: TicketFromDiscord,
  ) {}

  @Call(peopleCalls.directMessages)
  async readDirectMessageSetting(@CurrentActor() { identity }: Actor): Promise<DirectMessagesAnswer> {
    const { discordId } = identity;
    if (discordId === null) return { isLinked: false, isEnabled: false };
    return { isLinked: true, isEnabled: (await this.people.readChoices(discordId)).directMessages };
  }

  @Call(peopleCalls.setDirectMessages)
  async setDirectMessages(
    @CurrentActor() { identity }: Actor,
    @ZodBody(peopleCalls.setDirectMessages.body)
    { isEnabled }: CallBody<typeof peopleCalls.setDirectMessages>,
  ): Promise<DirectMessagesAnswer> {
    const { discordId } = identity;
    if (discordId === null) throw new ShopError('DISCORD_NOT_LINKED', 'No Discord account is linked.');
    await this.people.saveChoices({ discordId, directMessages: isEnabled });
    return { isLinked: true, isEnabled };
  }

  @Call(peopleCalls.botPerson)
  readPerson(@ZodQuery(peopleCalls.botPerson.query) { discordId }: Person): Promise<BotPersonAnswer> {
    return this.people.readPerson(discordId);
  }

  @Call(peopleCalls.changeBotPerson)
  async changePerson(
    @ZodBody(peopleCalls.changeBotPerson.body) input: CallBody<typeof peopleCalls.changeBotPerson>,
  ): Promise<BotPersonAnswer> {
    await this.people.saveChoices(input);
    return this.people.readPerson(input.discordId);
  }

  @Call(peopleCalls.botRewards)
  readRewards(@ZodQuery(peopleCalls.botRewards.query) { discordId }: Person): Promise<BotRewardsAnswer> {
    return this.customers.readRewards(discordId);
  }

  @Call(peopleCalls.botRedeem)
  redeemReward(
    @ZodBody(peopleCalls.botRedeem.body) input: CallBody<typeof peopleCalls.botRedeem>,
  ): Promise<RedeemRewardAnswer> {
    return this.customers.redeemCustomerReward(input);
  }

  @Call(peopleCalls.botCreateTicket)
  createTicket(
    @ZodBody(peopleCalls.botCreateTicket.body) input: CallBody<typeof peopleCalls.botCreateTicket>,
  ): Promise<CreateTicketAnswer> {
    return this.tickets.execute(input);
  }
}
