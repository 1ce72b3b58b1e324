import type { AdminProduct, AdminTicket, AdminUser, StaffOrder } from '@pax/contracts';

export type CellValue = string | number | boolean | null | undefined;

/** A column of an exported list: its name and how a row's cell is read; columns of money need the right to see it. */
export interface Column<T> {
  readonly name: string;
  readonly read: (row: T) => CellValue;
  /** True for numbers with decimals, which some spreadsheets read with a comma only. */
  readonly isDecimal?: boolean;
  readonly isMoney?: boolean;
}

/** Columns that are fields of the row. */
const fields = <T>(...names: readonly (keyof T & string)[]): Column<T>[] =>
  names.map((name) => ({ name, read: (row) => toCellValue(row[name]) }));
const decimalFields = <T>(...names: readonly (keyof T & string)[]): Column<T>[] =>
  fields(...names).map((column) => ({ ...column, isDecimal: true }));
const moneyFields = <T>(...names: readonly (keyof T & string)[]): Column<T>[] =>
  decimalFields(...names).map((column) => ({ ...column, isMoney: true }));

const toCellValue = (value: unknown): CellValue =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined;

export const ORDER_COLUMNS: readonly Column<StaffOrder>[] = [
  ...fields<StaffOrder>(
    'id',
    'createdAt',
    'status',
    'paymentStatus',
    'kind',
    'priority',
    'productId',
    'productName',
  ),
  ...fields<StaffOrder>(
    'category',
    'quantity',
    'coins',
    'userId',
    'username',
    'discordUsername',
    'minecraftName',
  ),
  ...moneyFields<StaffOrder>('totalPrice', 'referralDiscount'),
  ...fields<StaffOrder>(
    'paidAt',
    'dueAt',
    'processedBy',
    'completedAt',
    'archivedAt',
    'cancelledAt',
    'checkout',
  ),
];

export const USER_COLUMNS: readonly Column<AdminUser>[] = [
  ...fields<AdminUser>('id', 'createdAt', 'username', 'discordUsername', 'discordId', 'minecraftName'),
  ...fields<AdminUser>('membershipTier', 'blocked', 'blockedAt', 'blockReason', 'referralCode', 'referredBy'),
  ...moneyFields<AdminUser>('totalSpent', 'storeCredit', 'balance', 'loyaltyPoints'),
];

export const TICKET_COLUMNS: readonly Column<AdminTicket>[] = [
  ...fields<AdminTicket>(
    'id',
    'createdAt',
    'status',
    'priority',
    'prioritySupport',
    'subject',
    'message',
    'name',
  ),
  ...fields<AdminTicket>('email', 'userId', 'username', 'response', 'rating', 'messages', 'endedAt'),
];

export const PRODUCT_COLUMNS: readonly Column<AdminProduct>[] = [
  ...fields<AdminProduct>('id', 'name', 'category', 'amount'),
  ...decimalFields<AdminProduct>('price', 'originalPrice'),
  ...fields<AdminProduct>('bulkMinQuantity'),
  ...decimalFields<AdminProduct>('bulkPrice'),
  ...fields<AdminProduct>(
    'onHand',
    'held',
    'coinValue',
    'isCustom',
    'isHidden',
    'availableFrom',
    'displayOrder',
  ),
];

/** A figure of the overview: its path in the answer, and its values. */
export interface FigureCells {
  readonly figure: string;
  readonly now: CellValue;
  readonly before: CellValue;
}
export const FIGURE_COLUMNS: readonly Column<FigureCells>[] = [
  ...fields<FigureCells>('figure'),
  ...decimalFields<FigureCells>('now', 'before'),
];

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Lists every figure of an answer by its path; one without a value of before is as it is now. */
export function listFigures(answer: unknown, path: readonly string[] = []): FigureCells[] {
  if (!isRecord(answer)) return [{ figure: path.join('.'), now: toCellValue(answer), before: undefined }];
  if ('now' in answer && 'before' in answer)
    return [
      { figure: path.join('.'), now: toCellValue(answer['now']), before: toCellValue(answer['before']) },
    ];
  return Object.entries(answer).flatMap(([name, value]) => {
    const named: unknown = isRecord(value) ? (value['at'] ?? value['name'] ?? value['method']) : undefined;
    return listFigures(value, [...path, typeof named === 'string' ? named : name]);
  });
}

/** Characters with which a spreadsheet begins a formula, also when it drops what stands before them. */
const FORMULA = /^[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** A number of which a spreadsheet would keep the first 15 digits only. */
const LONG_NUMBER = /^-?\d{16,}$/;

/** Text of a cell; one that a spreadsheet would run as a formula, or shorten, gets an apostrophe in front. */
export function toCell(value: CellValue, hasComma = false): string {
  const text = String(value ?? '');
  if (LONG_NUMBER.test(text)) return `'${text}`;
  if (hasComma && NUMBER.test(text)) return text.replace('.', ',');
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}
