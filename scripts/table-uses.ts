import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { productFiles } from './read-imports.ts';
import { TABLES } from './tables.ts';

/** Which rooms write a table of the store, and which read it. */
export interface TableUse {
  readonly table: string;
  readonly owner: string | undefined;
  readonly writers: readonly string[];
  readonly readers: readonly string[];
  /** The files that write it outside of its owner. */
  readonly foreign: readonly string[];
}

interface Use {
  readonly table: string;
  readonly room: string;
  readonly file: string;
  readonly isWrite: boolean;
}

const WRITE = /\b(?:insertInto|updateTable|deleteFrom|mergeInto|insert|put|updateBy|removeBy)\(\s*'(\w+)/g;
const READ = /\b(?:selectFrom|innerJoin|leftJoin|from|readBy)\(\s*'(\w+)/g;
const READ_IN_SQL = /\b(?:FROM|JOIN) (\w+)/g;
// They make the tables, and know no room.
const ENGINE = ['store/migrations/', 'store/postgres/', 'store/sqlite/'];

const FOLDER = 'packages/server/src';

/** The use of each table that a room owns or writes, in the order of their names. */
export function tableUses(uses = productFiles(FOLDER).flatMap(usesOf)): TableUse[] {
  const owners = new Map(Object.entries(TABLES).flatMap(([room, tables]) => tables.map((table) => [table, room])));
  const tables = new Set([...owners.keys(), ...uses.filter(({ isWrite }) => isWrite).map(({ table }) => table)]);
  return [...tables].toSorted().map((table) => {
    const [owner, own] = [owners.get(table), uses.filter((use) => use.table === table)];
    const writes = own.filter(({ isWrite }) => isWrite);
    const roomsOf = (some: readonly Use[]) => [...new Set(some.map(({ room }) => room))].toSorted();
    return {
      table,
      owner,
      writers: roomsOf(writes),
      readers: roomsOf(own.filter(({ isWrite }) => !isWrite)),
      foreign: [...new Set(writes.filter(({ room }) => room !== owner).map(({ file }) => file))],
    };
  });
}

function usesOf(file: string): Use[] {
  const path = relative(FOLDER, file);
  const [room = ''] = path.split('/');
  if (room === path || ENGINE.some((part) => path.startsWith(part))) return [];
  return usesIn(readFileSync(file, 'utf8'), { room, file });
}

/** What a file says that it reads and writes. */
export function usesIn(text: string, { room, file }: Pick<Use, 'room' | 'file'>): Use[] {
  const found = (pattern: RegExp, isWrite: boolean) =>
    [...text.matchAll(pattern)].map(([, table = '']) => ({ table, room, file, isWrite }));
  return [...found(WRITE, true), ...found(READ, false), ...found(READ_IN_SQL, false)];
}

/** Writes outside of the room that owns the table, and tables that no room owns. */
export function findForeignWrites(uses: readonly TableUse[]): string[] {
  return uses.flatMap(({ table, owner, foreign }) =>
    owner === undefined
      ? [`no room owns the table ${table}: scripts/tables.ts`]
      : foreign.map((file) => `${file} writes ${table}, which ${owner} owns: give ${owner} a door for it`),
  );
}

/** As the page of the rooms shows them: nobody but the owner writes, so who else reads is left to say. */
export function drawTables(uses: readonly TableUse[]): string {
  return uses
    .map(({ table, owner = '', readers }) => {
      const others = readers.filter((room) => room !== owner);
      return `| \`${table}\` | \`${owner}\` | ${others.map((room) => `\`${room}\``).join(', ')} |`;
    })
    .join('\n');
}
