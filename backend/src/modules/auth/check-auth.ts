import { Injectable } from '@nestjs/common';
import type { CheckAuthAnswer } from '@pax/contracts';
import type { Actor } from '../../common/access.js';
import { OwnAccount } from '../accounts/own-account.js';
import { SecurityLog } from '../audit/security-log.js';

/** Tells the panel's page whether it may open; a refused visit is recorded, as the page says (OWN-21, OWN-201). */
@Injectable()
export class CheckAuth {
  constructor(
    private readonly own: OwnAccount,
    private readonly security: SecurityLog,
  ) {}

  async execute(actor: Actor, address: string): Promise<CheckAuthAnswer> {
    const { isAuthorizedUser, role, blocked } = await this.own.me(actor.userId);
    if (!isAuthorizedUser)
      await this.security.refused({
        actor: `user:${actor.userId}`,
        action: 'panel.refused',
        subject: 'GET /api/admin/check-auth',
        detail: { role, blocked },
        address,
        alert: 'Somebody without the right tried the panel',
      });
    return { isAuthorizedUser, role, blocked };
  }
}
