export { AcceleratedClock } from './discord/core/clock.js';
export {
  discordWorld,
  PAYPAL_BUSINESS,
  PAYPAL_CLIENT_ID,
  PAYPAL_WEBHOOK_ID,
  worldUser,
  type DiscordWorld,
  type Persona,
  type WorldUser,
} from './fixed-ids.js';
export { startSmtp, type SmtpStandIn } from './smtp-stand-in.js';
export { openDiscord, startStandIns, type RunningStandIns } from './server/start-stand-ins.js';
