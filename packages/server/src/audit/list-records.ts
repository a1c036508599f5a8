import { type Building, type Statement, statement } from '../store/statement.ts';
import { AT_TEXT, ROW_COLUMNS, type RecordRow } from '../trail/altered-parts.ts';
import type { Tx } from '../store/tx.ts';

/** Where in the log something is. */
export interface Place {
  readonly sequence: number;
  /** Empty before the first record. */
  readonly hash: string;
}

export interface ListRecordsInput {
  readonly action?: string | undefined;
  /** The kind, a colon and the id. */
  readonly actor?: string | undefined;
  readonly subject?: string | undefined;
  /** An id that the record names somewhere, in lower case. */
  readonly about?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly order: Order;
  /** The last record of the page before; left out, the first page. */
  readonly after: number | undefined;
  readonly limit: number;
}

const NO_END = Number.MAX_SAFE_INTEGER;

type Order = 'newest' | 'oldest';

/** A record as it is stored: its text is what its hash is of. */
export interface StoredRecord extends Place, RecordRow {}

export interface ListedRecords {
  readonly records: readonly StoredRecord[];
  /** The last record that was forgotten. */
  readonly begin: Place;
  readonly end: Place;
}

const COLUMNS = ['action', 'actor', 'subject'] as const;
const FILTERS = [...COLUMNS, 'about', 'window'] as const;
type Filter = (typeof FILTERS)[number];
type PageParams = {
  action: string;
  actor: string;
  subject: string;
  about: string;
  from: number;
  to: number;
  after: number;
  limit: number;
};

// One statement for each set of filters: the database then finds the index of the one that there is.
function pageOf(order: Order, filters: readonly Filter[]): Statement<PageParams, StoredRecord> {
  return statement<PageParams>()(({ db, param }: Building<PageParams>) => {
    let query = db
      .selectFrom('audit_record')
      .select(ROW_COLUMNS)
      .select(AT_TEXT)
      .where('sequence', order === 'newest' ? '<' : '>', param('after'));
    for (const column of COLUMNS) if (filters.includes(column)) query = query.where(column, '=', param(column));
    // The text of a record has its subject too.
    if (filters.includes('about')) query = query.where('record', 'like', param('about'));
    // Without a window, a row is found whatever instant somebody gave it.
    if (filters.includes('window')) query = query.where('at', '>=', param('from')).where('at', '<', param('to'));
    return query.orderBy('sequence', order === 'newest' ? 'desc' : 'asc').limit(param('limit'));
  });
}

function keyOf(order: Order, filters: readonly Filter[]): string {
  return [order, ...filters].join();
}

const ORDERS: readonly Order[] = ['newest', 'oldest'];
const SUBSETS: readonly (readonly Filter[])[] = Array.from({ length: 2 ** FILTERS.length }, (_, bits) =>
  FILTERS.filter((__, index) => (bits & (1 << index)) !== 0),
);
const PAGES: ReadonlyMap<string, Statement<PageParams, StoredRecord>> = new Map(
  ORDERS.flatMap((order) => SUBSETS.map((filters) => [keyOf(order, filters), pageOf(order, filters)] as const)),
);

const head = statement<Record<never, never>>()(({ db }) => db.selectFrom('audit_head').selectAll());

/** The records that a filter lets through, some at a time, and where the whole log begins and ends. */
export async function listRecords(tx: Tx, input: ListRecordsInput): Promise<ListedRecords> {
  const row = await tx.first(head, {});
  if (row === undefined) throw new Error('the audit log has no head');
  return {
    records: await tx.all(pageFor(input), paramsOf(input)),
    begin: { sequence: row.forgotten_sequence, hash: row.forgotten_hash },
    end: { sequence: row.sequence, hash: row.hash },
  };
}

function pageFor(input: ListRecordsInput): Statement<PageParams, StoredRecord> {
  const hasWindow = input.from !== undefined || input.to !== undefined;
  const filters = FILTERS.filter((filter) => (filter === 'window' ? hasWindow : input[filter] !== undefined));
  const page = PAGES.get(keyOf(input.order, filters));
  if (page === undefined) throw new Error('there is no such page');
  return page;
}

function paramsOf({
  action = '',
  actor = '',
  subject = '',
  about = '',
  from = 0,
  to = NO_END,
  ...page
}: ListRecordsInput) {
  const { order, limit, after = order === 'newest' ? NO_END : -NO_END } = page;
  return { action, actor, subject, about: `%${about}%`, from, to, after, limit };
}
