export { HastenedClock } from './discord/core/context.js';
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
export { startSmtp, type SmtpStandIn } from './smtp.js';
export { openDiscord, startStandIns, type RunningStandIns } from './server/start-stand-ins.js';
