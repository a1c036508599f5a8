import { listen } from './listen.ts';
import { openPool } from './open-pool.ts';

const READ = { name: 'read', text: 'SELECT body FROM stored WHERE path = $1' };
const pool = openPool();

listen((request, response) => {
  void pool.query<{ body: string }>({ ...READ, values: [request.url] }).then(({ rows: [row] }) => {
    if (row === undefined) return response.writeHead(404).end();
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(row.body) };
    return response.writeHead(200, headers).end(row.body);
  });
});
