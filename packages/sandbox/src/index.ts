export { discordWorld, worldUser, type DiscordWorld, type Persona, type WorldUser } from './identity.js';
