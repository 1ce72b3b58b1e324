/** A demo account of a local run. Its password is public; the seed never runs on a database that has accounts. */
export interface DemoAccount {
  username: string;
  /** The password; without one the account signs in with Discord or an admin code only. */
  password?: string;
  /** True for the account that gets the Discord id of the first admin in the settings. */
  isOperator?: boolean;
  minecraftName?: string;
  discordUsername?: string;
  creditCents?: number;
  blocked?: boolean;
  /** Username of the friend whose referral code the account applies, which gives the bonus. */
  referredBy?: string;
}

export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  {
    username: 'operator',
    isOperator: true,
    discordUsername: 'pax.operator',
  },
  {
    username: 'nova',
    password: 'nova-demo',
    minecraftName: 'NovaMiner',
    discordUsername: 'nova.mines',
  },
  {
    username: 'finn',
    password: 'finn-demo',
    minecraftName: 'FinnTheBold',
    discordUsername: 'finn_bold',
    creditCents: 1_250,
  },
  {
    username: 'mara',
    password: 'mara-demo',
    minecraftName: 'MaraRedstone',
    discordUsername: 'mara.redstone',
    creditCents: 500,
  },
  {
    username: 'oskar',
    password: 'oskar-demo',
    minecraftName: 'OskarDerGrosse',
    discordUsername: 'oskar_gross',
  },
  {
    username: 'juno',
    password: 'juno-demo',
    minecraftName: 'JunoSky',
    discordUsername: 'juno.sky',
    creditCents: 4_000,
  },
  {
    username: 'pip',
    password: 'pip-demo',
    minecraftName: 'PipSqueak',
    discordUsername: 'pip.pip',
    referredBy: 'mara',
  },
  {
    username: 'shade',
    password: 'shade-demo',
    minecraftName: 'ShadeX',
    discordUsername: 'shade.x',
    blocked: true,
  },
];
