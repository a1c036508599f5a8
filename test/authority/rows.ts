// list: the sites that are seen. fleet: every route of the registry. ?: a site that does not exist.
// hold: of site a, of all sites, of the pool with site a; holds: the sites of which the operator's holds are seen.
// many: a body for many sites, with one.
// hooks: every route of webhooks, on one's own; those of others do not exist.
// pool: whether a pool with site a is seen; +: and every route that changes one; signal: asking it for power.
// try: asking what would become of a batch, which needs what setting it needs, and to see the site.
const TABLE = `
                   | health | list | get a  post a | get b  post b | get ?  post ? | fleet | try a  try b  try ? | hold a  all  pool  holds | many a  b | hooks | pool  signal
  nobody           |  204   | 401  |  401    401   |  401    401   |  401    401   |  401  |  401    401    401  |  401  401  401   401     |  401  401  |  401 | 401  401
  garbage          |  204   | 401  |  401    401   |  401    401   |  401    401   |  401  |  401    401    401  |  401  401  401   401     |  401  401  |  401 | 401  401
  another scheme   |  204   | 401  |  401    401   |  401    401   |  401    401   |  401  |  401    401    401  |  401  401  401   401     |  401  401  |  401 | 401  401
  expired          |  204   | 401  |  401    401   |  401    401   |  401    401   |  401  |  401    401    401  |  401  401  401   401     |  401  401  |  401 | 401  401
  of tomorrow      |  204   | 401  |  401    401   |  401    401   |  401    401   |  401  |  401    401    401  |  401  401  401   401     |  401  401  |  401 | 401  401
  forged           |  204   | 401  |  401    401   |  401    401   |  401    401   |  401  |  401    401    401  |  401  401  401   401     |  401  401  |  401 | 401  401
  controller key   |  204   | 401  |  401    401   |  401    401   |  401    401   |  401  |  401    401    401  |  401  401  401   401     |  401  401  |  401 | 401  401
  client secret    |  204   | 401  |  401    401   |  401    401   |  401    401   |  401  |  401    401    401  |  401  401  401   401     |  401  401  |  401 | 401  401
  disabled         |  204   | 401  |  401    401   |  401    401   |  401    401   |  401  |  401    401    401  |  401  401  401   401     |  401  401  |  401 | 401  401
  removed          |  204   | 401  |  401    401   |  401    401   |  401    401   |  401  |  401    401    401  |  401  401  401   401     |  401  401  |  401 | 401  401
  without grants   |  204   |  -   |  403    403   |  403    403   |  404    404   |  403  |  404    404    404  |  404  403  404   -       |  403  403  |  403 | -  404
  grant revoked    |  204   |  -   |  403    403   |  403    403   |  404    404   |  403  |  404    404    404  |  404  403  404   -       |  403  403  |  403 | -  404
  read a           |  204   |  a   |  200    403   |  403    403   |  404    404   |  403  |  403    404    404  |  403  403  404   a       |  403  403  |  403 | -  404
  schedule a       |  204   |  a   |  200    201   |  403    403   |  404    404   |  403  |  200    404    404  |  201  403  404   a       |  200  404  |  403 | -  404
  read all         |  204   |  ab  |  200    403   |  200    403   |  404    404   |  403  |  403    403    404  |  403  403  403   ab      |  403  403  |  403 | a  403
  schedule all     |  204   |  ab  |  200    201   |  200    201   |  404    404   |  403  |  200    200    404  |  201  403  201   ab      |  200  200  |  403 | a  200
  … only to read   |  204   |  ab  |  200    403   |  200    403   |  404    404   |  403  |  403    403    403  |  403  403  403   ab      |  403  403  |  403 | a  403
  … only to write  |  204   | 403  |  403    201   |  403    201   |  404    404   |  403  |  403    403    404  |  201  403  201   403     |  200  200  |  403 | 403  200
  admin, no grants |  204   |  -   |  403    403   |  403    403   |  404    404   |  yes  |  404    404    404  |  201  201  201   ab      |  403  403  |  403 | a+  403
  operator         |  204   |  ab  |  200    201   |  200    201   |  404    404   |  yes  |  200    200    404  |  201  201  201   ab      |  200  200  |  yes | a+  200
  … signed by us   |  204   |  ab  |  200    201   |  200    201   |  404    404   |  yes  |  200    200    404  |  201  201  201   ab      |  200  200  |  403 | a+  200
  operator to read |  204   |  ab  |  200    403   |  200    403   |  404    404   |  403  |  403    403    403  |  403  403  403   ab      |  403  403  |  403 | a  403
  to hooks, read a |  204   |  a   |  200    403   |  403    403   |  404    404   |  403  |  403    403    403  |  403  403  403   a       |  403  403  |  yes | -  403
  … only to hooks  |  204   | 403  |  403    403   |  403    403   |  404    404   |  403  |  403    403    403  |  403  403  403   403     |  403  403  |  403 | 403  403
  auditor          |  204   |  ab  |  200    403   |  200    403   |  404    404   | reads |  403    403    403  |  403  403  403   ab      |  403  403  |  403 | a  403
  read pool of a   |  204   |  a   |  200    403   |  403    403   |  404    404   |  403  |  403    404    404  |  403  403  403   a       |  403  403  |  403 | a  403
  schedule its pool |  204   |  a   |  200    201   |  403    403   |  404    404   |  403  |  200    404    404  |  201  403  201   a       |  200  404  |  403 | a  200
  person, no role  |  204   | 403  |  403    403   |  403    403   |  404    404   |  403  |  403    403    403  |  403  403  403   403     |  403  403  |  403 | 403  403
  viewer of a      |  204   |  a   |  200    403   |  403    403   |  404    404   |  403  |  403    403    403  |  403  403  403   a       |  403  403  |  403 | -  403
  dispatchers of a |  204   |  a   |  200    201   |  403    403   |  404    404   |  403  |  200    404    404  |  201  403  404   a       |  200  404  |  403 | -  404
  viewers of its pool|  204   |  a   |  200    403   |  403    403   |  404    404   |  403  |  403    403    403  |  403  403  403   a       |  403  403  |  403 | a  403
  dispatcher of pool |  204   |  a   |  200    201   |  403    403   |  404    404   |  403  |  200    404    404  |  201  403  201   a       |  200  404  |  403 | a  200
  dispatcher of all |  204   |  ab  |  200    201   |  200    201   |  404    404   |  403  |  200    200    404  |  201  403  201   ab      |  200  200  |  403 | a  200
  viewer, dispatch a |  204   |  ab  |  200    201   |  200    403   |  404    404   |  403  |  200    403    404  |  201  403  403   ab      |  200  403  |  403 | a  403
  operators        |  204   |  ab  |  200    201   |  200    201   |  404    404   |  yes  |  200    200    404  |  201  201  201   ab      |  200  200  |  403 | a+  200
  auditor, a person |  204   |  ab  |  200    403   |  200    403   |  404    404   | reads |  403    403    403  |  403  403  403   ab      |  403  403  |  403 | a  403
  desk for dispatcher |  204   |  ab  |  200    201   |  200    201   |  404    404   |  403  |  200    200    404  |  201  403  201   ab      |  200  200  |  403 | a  200
  reader for the same |  204   |  ab  |  200    403   |  200    403   |  404    404   |  403  |  403    403    403  |  403  403  403   ab      |  403  403  |  403 | a  403`;

interface Row {
  readonly principal: string;
  readonly cells: readonly string[];
}

/** What each principal gets, cell by cell. */
export const rows: readonly Row[] = TABLE.trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [principal = '', ...groups] = line.split('|').map((cell) => cell.trim());
    return { principal, cells: groups.flatMap((group) => group.split(/\s+/)) };
  });
