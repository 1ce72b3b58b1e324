import { Controller } from '@nestjs/common';
import {
  customerCalls,
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
import { PathParam, ZodBody, ZodQuery } from '../../platform/http/zod.pipe.js';
import { ShopError } from '../../platform/shop-error.js';
import { Call } from '../../platform/calls/call.js';
import { CustomersFromDiscord } from './customers-from-discord.js';
import { BotPreferences } from './bot-preferences.js';
import { TicketMessageFromDiscord } from './ticket-message-from-discord.js';
import { TicketFromDiscord } from './ticket-from-discord.js';

type Person = CallQuery<typeof customerCalls.botPerson>;

/**
 * Calls for customers in Discord, whose ids Discord has verified, and for their direct-message setting on the
 * account page.
 */
@Controller()
export class PeopleController {
  constructor(
    private readonly people: BotPreferences,
    private readonly customers: CustomersFromDiscord,
    private readonly tickets: TicketFromDiscord,
    private readonly messages: TicketMessageFromDiscord,
  ) {}

  @Call(customerCalls.directMessages)
  async readDirectMessageSetting(@CurrentActor() { identity }: Actor): Promise<DirectMessagesAnswer> {
    const { discordId } = identity;
    if (discordId === null) return { isLinked: false, isEnabled: false };
    return { isLinked: true, isEnabled: (await this.people.readChoices(discordId)).directMessages };
  }

  @Call(customerCalls.setDirectMessages)
  async setDirectMessages(
    @CurrentActor() { identity }: Actor,
    @ZodBody(customerCalls.setDirectMessages.body)
    { isEnabled }: CallBody<typeof customerCalls.setDirectMessages>,
  ): Promise<DirectMessagesAnswer> {
    const { discordId } = identity;
    if (discordId === null) throw new ShopError('DISCORD_NOT_LINKED', 'No Discord account is linked.');
    await this.people.saveChoices({ discordId, directMessages: isEnabled });
    return { isLinked: true, isEnabled };
  }

  @Call(customerCalls.botPerson)
  readPerson(@ZodQuery(customerCalls.botPerson.query) { discordId }: Person): Promise<BotPersonAnswer> {
    return this.people.readPerson(discordId);
  }

  @Call(customerCalls.changeBotPerson)
  async changePerson(
    @ZodBody(customerCalls.changeBotPerson.body) input: CallBody<typeof customerCalls.changeBotPerson>,
  ): Promise<BotPersonAnswer> {
    await this.people.saveChoices(input);
    return this.people.readPerson(input.discordId);
  }

  @Call(customerCalls.botRewards)
  readRewards(@ZodQuery(customerCalls.botRewards.query) { discordId }: Person): Promise<BotRewardsAnswer> {
    return this.customers.readRewards(discordId);
  }

  @Call(customerCalls.botRedeem)
  redeemReward(
    @ZodBody(customerCalls.botRedeem.body) input: CallBody<typeof customerCalls.botRedeem>,
  ): Promise<RedeemRewardAnswer> {
    return this.customers.redeemCustomerReward(input);
  }

  @Call(customerCalls.botCreateTicket)
  createTicket(
    @ZodBody(customerCalls.botCreateTicket.body) input: CallBody<typeof customerCalls.botCreateTicket>,
  ): Promise<CreateTicketAnswer> {
    return this.tickets.execute(input);
  }

  @Call(customerCalls.botWriteTicketMessage)
  writeTicketMessage(
    @PathParam(customerCalls.botWriteTicketMessage, 'id') ticketId: number,
    @ZodBody(customerCalls.botWriteTicketMessage.body)
    input: CallBody<typeof customerCalls.botWriteTicketMessage>,
  ): Promise<void> {
    return this.messages.execute({ ...input, ticketId });
  }
}
