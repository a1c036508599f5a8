import { Buffer } from 'node:buffer';
import { DatabaseSync } from 'node:sqlite';
import { listen } from './listen.ts';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('usage: insert-each.ts DATABASE');
const database = new DatabaseSync(file);
database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
database.exec('CREATE TABLE IF NOT EXISTS batch (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT');
const insert = database.prepare('INSERT INTO batch (body) VALUES (?)');

listen((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const text = Buffer.concat(chunks).toString();
    const { schedules } = JSON.parse(text) as { schedules: unknown[] };
    const { lastInsertRowid } = insert.run(text);
    response.writeHead(201, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ batchId: String(lastInsertRowid), accepted: schedules.length }));
  });
});
