import { listen } from './listen.ts';

listen((_request, response) => {
  response.writeHead(204).end();
});
