import {
  CRITICAL_POOL,
  formatCount,
  formatDecimal,
  LOW_POOL,
  LOW_STOCK,
  type Alert,
  type Post,
  type PostContent,
} from '@pax/contracts';
import type { APIEmbed } from 'discord.js';
import { escapeMarkdown, escapeMarkdownLines, redactSecrets } from './sanitize-text.js';
import { describePost, STATE_COLOUR, type PostBody } from './state-marks.js';
import { formatExactCoins, itemName } from './format.js';
import { createOrderView } from './order-view.js';
import { createTicketView } from './ticket-view.js';

type AlertContent = Extract<PostContent, { kind: 'alert' }>;

const KIND_LABEL: Record<Alert['kind'], string> = {
  failure: 'Fehler',
  security: 'Sicherheit',
  dispute: 'Streitfall',
  stranded: 'Gestrandetes Geld',
  'dead-letter': 'Nicht zustellbar',
};

/** Post in the error channel about a failure, a security event, a dispute or stranded money. */
export function createAlertView({ alert, count }: AlertContent): PostBody {
  const isMoney = alert.kind === 'dispute' || alert.kind === 'stranded';
  return {
    title: escapeMarkdown(alert.title, 100) || '–',
    state: isMoney ? 'waiting' : 'stopped',
    label: KIND_LABEL[alert.kind],
    notes: count > 1 ? [`${count}×`] : [],
    lines: [escapeMarkdownLines(alert.detail, 1_000)],
  };
}

/** Post of a test message that staff sent from the panel. */
export function createTestView(message: string): PostBody {
  return {
    title: 'Testnachricht',
    state: 'done',
    label: 'Kommt an',
    lines: [escapeMarkdownLines(redactSecrets(message), 1_000)],
  };
}

type StockContent = Extract<PostContent, { kind: 'stock' }>;
type CoinsContent = Extract<PostContent, { kind: 'coins' }>;

/** Post of a product whose stock rose or fell past 10 or 0 pieces. */
export function createStockView({ productName, stock }: StockContent): PostBody {
  const title = `${escapeMarkdown(productName)} × ${formatCount(Math.max(0, stock), 'de')}`;
  if (stock <= 0) return { title, state: 'stopped', label: 'Ausverkauft' };
  if (stock <= LOW_STOCK) return { title, state: 'waiting', label: 'Bestand niedrig' };
  return { title, state: 'done', label: 'Wieder auf Lager' };
}

type PurchaseContent = Extract<PostContent, { kind: 'purchase' }>;
type RestockContent = Extract<PostContent, { kind: 'restock' }>;

/** Post for shoppers about a purchase, in the shop's first language. */
export function createPurchaseView({ buyer, productName, quantity, count }: PurchaseContent): PostBody {
  const goods = escapeMarkdown(itemName(productName, 'en'));
  const who = escapeMarkdown(buyer ?? '', 40) || 'Somebody';
  return {
    title: quantity === 1 ? goods : `${goods} × ${formatCount(quantity, 'en')}`,
    state: 'done',
    label: count > 1 ? `Bought ${formatCount(count, 'en')} times` : `${who} bought it`,
  };
}

/** Post for shoppers about a product that can be bought again. */
export function createRestockView({ productName, price, stock }: RestockContent): PostBody {
  return {
    title: escapeMarkdown(productName) || '–',
    state: 'done',
    label: 'Back in stock',
    notes: [formatDecimal(price, 'en'), `${formatCount(stock, 'en')} in stock`],
  };
}

/** Post for shoppers about coins that can be bought again. */
export function createCoinsBackView({ coinStock }: Extract<PostContent, { kind: 'coins_back' }>): PostBody {
  const amount = `${formatExactCoins(coinStock, 'en')} in stock`;
  return { title: 'Coins', state: 'done', label: 'Back in stock', notes: [amount] };
}

/** Post for shoppers that counts many purchases or restocks which waited together. */
export function createCountedView({ of, lines, count }: Extract<PostContent, { kind: 'counted' }>): PostBody {
  const shown = lines.map(
    ({ what, count: times }) => `${formatCount(times, 'en')} × ${escapeMarkdown(what, 100)}`,
  );
  const rest = count - lines.reduce((sum, line) => sum + line.count, 0);
  return {
    title: of === 'purchases' ? 'Many purchases' : 'Many products are back in stock',
    state: 'done',
    label: of === 'purchases' ? `Bought ${formatCount(count, 'en')} times` : 'Back in stock',
    lines: [...shown, ...(rest > 0 ? [`and ${formatCount(rest, 'en')} more`] : [])],
  };
}

function getPoolLevel(left: number): Pick<PostBody, 'state' | 'label'> {
  if (left === 0) return { state: 'stopped', label: 'Leer' };
  if (left < CRITICAL_POOL) return { state: 'stopped', label: 'Sehr niedrig' };
  return left < LOW_POOL ? { state: 'waiting', label: 'Niedrig' } : { state: 'done', label: 'Gut' };
}

/** Post of the coin pool after staff set it, or after it rose or fell past 100M, 10M or 0. */
export function createCoinsView({ coinStock, reason }: CoinsContent): PostBody {
  const left = Math.max(0, coinStock);
  return {
    title: `Coins · ${formatExactCoins(left, 'de')} frei`,
    ...getPoolLevel(left),
    notes: reason === 'set' ? ['neu gesetzt'] : [],
  };
}

function createContentView(type: Post['type'], content: PostContent, isAlone: boolean): PostBody {
  if (content.kind === 'order') return createOrderView(type, content.order);
  if (content.kind === 'stock') return createStockView(content);
  if (content.kind === 'coins') return createCoinsView(content);
  if (content.kind === 'purchase') return createPurchaseView(content);
  if (content.kind === 'restock') return createRestockView(content);
  if (content.kind === 'coins_back') return createCoinsBackView(content);
  if (content.kind === 'counted') return createCountedView(content);
  if (content.kind === 'ticket') return createTicketView(type, content.ticket, isAlone);
  if (content.kind === 'alert') return createAlertView(content);
  return createTestView(content.message);
}

const findPostImageUrl = ({ content }: Post): string | undefined =>
  'image' in content ? content.image : undefined;

/**
 * Renders one post as an embed, without a url, since Discord shows only the first of embeds with equal urls. The
 * constant number in its footer lets a search of the channel's history find the post.
 * @param isAlone true when its message has no other post
 */
export function createPostView(post: Post, isAlone = true): APIEmbed {
  const shown = createContentView(post.type, post.content, isAlone);
  const { title, state, color = STATE_COLOUR[state], fields = [], reference } = shown;
  const art = findPostImageUrl(post);
  return {
    title,
    description: describePost(shown, post.occurredAt),
    color,
    ...(fields.length > 0 ? { fields } : {}),
    ...(art === undefined ? {} : { thumbnail: { url: art } }),
    timestamp: post.occurredAt,
    footer: { text: [...(reference === undefined ? [] : [reference]), `Post ${post.id}`].join(' · ') },
  };
}
