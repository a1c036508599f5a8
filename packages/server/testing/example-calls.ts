import { type Operation, OPERATIONS } from '@setpoint/contract';
import type { Call } from './ask.ts';
import type { World } from './open-world.ts';

/** For each operation that a scope is enough for a request as its row has it: the examples of its query and body. */
export const exampleCalls: Readonly<Record<string, (world: World) => Promise<Call>>> = Object.fromEntries(
  OPERATIONS.filter(({ scope, path }) => scope !== undefined && !path.includes(':')).map((row) => [
    row.id,
    (world: World) => exampleCall(world, row),
  ]),
);

async function exampleCall(world: World, row: Operation): Promise<Call> {
  const { method, path, request, parameters = [], scope = '', alsoScope } = row;
  const query = parameters.flatMap(({ in: place, name, example }) =>
    place === 'query' && example !== undefined ? [[name, String(example)] as [string, string]] : [],
  );
  const headers = await world.bearer([scope, alsoScope].filter(Boolean).join('+'));
  const call = {
    method: method.toUpperCase(),
    path: query.length === 0 ? path : `${path}?${new URLSearchParams(query).toString()}`,
  };
  if (request === undefined) return { ...call, headers };
  const body = JSON.stringify(request.example);
  return { ...call, headers: { ...headers, 'Content-Type': 'application/json' }, body };
}
