export { HastenedClock } from './discord/core/hastened-clock.js';
export {
  discordWorld,
  PAYPAL_BUSINESS,
  PAYPAL_CLIENT_ID,
  PAYPAL_WEBHOOK_ID,
  worldUser,
  type DiscordWorld,
  type Persona,
  type WorldUser,
} from './identity.js';
export { openDiscord } from './server/open-discord.js';
export { startSmtp, type SmtpStandIn } from './smtp/smtp-stand-in.js';
export { startStandIns, type RunningStandIns } from './server/start-stand-ins.js';
