export { discordWorld, worldUser, type DiscordWorld, type Persona, type WorldUser } from './identity.js';
export { startStandIns, type RunningStandIns } from './server/start-stand-ins.js';
