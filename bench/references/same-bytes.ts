import { readFileSync } from 'node:fs';
import { listen } from './listen.ts';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('usage: same-bytes.ts FILE');
const body = readFileSync(file);

listen((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
});
