/** A folder of a package, and what it is for. */
export interface Room {
  readonly name: string;
  readonly is: string;
}

/** A package with rooms. Each list is in order, lowest first: a room imports what is below it, never what is above. */
export interface House {
  readonly folder: string;
  /** These know no noun. */
  readonly ground: readonly Room[];
  /** One for each noun. */
  readonly rooms: readonly Room[];
  /** Above the rooms. */
  readonly roof?: readonly Room[];
  /** The files beside the rooms that no room imports; left out, all of them. */
  readonly above?: readonly string[];
}

export interface Package {
  readonly name: string;
  readonly is: string;
  /** The packages of this repository that it may import. */
  readonly knows: readonly string[];
}

/** What nothing in a folder imports; a name that ends in `*` stands for all that begin so. */
export interface Ban {
  readonly folder: string;
  readonly forbids: readonly string[];
  readonly why: string;
}

export const PACKAGES: readonly Package[] = [
  { name: 'contract', is: 'what crosses a wire: schemas, types, the command catalogue, paths, error codes', knows: [] },
  { name: 'core', is: 'what is decided, as pure functions: no clock, no I/O', knows: ['contract'] },
  { name: 'server', is: 'what acts: HTTP, MQTT, identity, the store', knows: ['contract', 'core'] },
  { name: 'client', is: 'the SDK: fetch and nothing else, runs anywhere', knows: ['contract'] },
  {
    name: 'controller',
    is: 'the side of the site: protocol, executor, drivers (a simulated plant, SunSpec)',
    knows: ['contract', 'core'],
  },
  {
    name: 'conformance',
    is: 'the checks that a controller goes through, against the gateway of the service',
    knows: ['contract', 'server'],
  },
  {
    name: 'cli',
    is: 'setpoint: starts the service, and speaks to a running one as anybody does',
    knows: ['contract', 'server', 'client', 'controller', 'conformance'],
  },
  { name: 'console', is: 'the web page (React); speaks to the service as anybody does', knows: ['contract', 'client'] },
];

export const BANS: readonly Ban[] = [
  {
    folder: 'packages/contract/src',
    forbids: ['node:*', 'fastify*', 'kysely*', 'ajv*'],
    why: 'contract depends on typebox alone',
  },
  {
    folder: 'packages/core/src',
    forbids: ['node:*', 'fastify*', 'kysely*', 'ajv*', 'typebox*'],
    why: 'core is pure: contract only',
  },
  { folder: 'packages/client/src', forbids: ['node:*'], why: 'the SDK runs anywhere: contract and fetch only' },
  { folder: 'packages/console/src', forbids: ['node:*'], why: 'the console runs in a browser' },
  {
    folder: 'packages/server/src/wire',
    forbids: ['fastify*', 'kysely*'],
    why: 'wire knows neither transport nor store',
  },
  { folder: 'packages/server/src/store', forbids: ['fastify*'], why: 'the store knows no transport' },
  {
    folder: 'packages/server/src',
    forbids: ['packages/server/seeding*'],
    why: 'a past is written for demonstrations alone',
  },
  {
    folder: 'packages/controller/src/plant',
    forbids: ['@setpoint/core'],
    why: 'the plant must be able to disagree with core',
  },
];

export const HOUSES: readonly House[] = [
  {
    folder: 'packages/contract/src',
    ground: [
      { name: 'schema', is: 'what schemas are built of: fields, ids, scopes, the command catalogue' },
      { name: 'error', is: 'the codes and the body of an error' },
      { name: 'numbers', is: 'the one reader of numbers that people and spreadsheets write' },
      { name: 'operations', is: 'what an operation is, with the parameters and answers that many share' },
    ],
    rooms: [
      { name: 'identity', is: 'tokens, and the keys that they are signed with' },
      { name: 'health', is: 'whether the service can accept a schedule' },
      { name: 'schedules', is: 'commands, entries, and setting them' },
      { name: 'portfolios', is: 'batches for many sites in one call' },
      { name: 'sites', is: 'a site with what is set on it' },
      { name: 'history', is: 'batches, and what was set' },
      { name: 'devices', is: 'the device tree of a site' },
      { name: 'gateway', is: 'what controllers and the service send each other' },
      { name: 'delivery', is: 'the way of a schedule to its controller' },
      { name: 'alerts', is: 'alert rules, and what they are firing for' },
      { name: 'events', is: 'what happens, as it happens' },
      { name: 'plan', is: 'what will happen, and why' },
      { name: 'headroom', is: 'how much more fits beside what is set' },
      { name: 'following', is: 'whether what was measured is what was planned' },
      { name: 'validate', is: 'a batch checked without setting it' },
      { name: 'holds', is: 'stops over commands that stay set' },
      { name: 'webhooks', is: 'events sent to the addresses of clients' },
      { name: 'pools', is: 'sites that provide one service together, and what is asked of them' },
      { name: 'people', is: 'persons, groups and their roles' },
      { name: 'sessions', is: 'how people sign in, at the web page and at the command line' },
      { name: 'registry', is: 'sites, clients, keys, grants and subjects, one by one or as a document' },
      { name: 'authority', is: 'who can command a site' },
      { name: 'audit', is: 'who did what' },
      { name: 'nodes', is: 'the processes that serve one store together' },
      { name: 'overview', is: 'one row per site' },
      { name: 'console', is: 'what the web page finds in the demonstration' },
    ],
    roof: [{ name: 'document', is: 'OpenAPI, AsyncAPI and Arazzo, built from all of it' }],
    above: ['index', 'operations'],
  },
  {
    folder: 'packages/core/src',
    ground: [{ name: 'time', is: 'instants, series of values, a sweep over both' }],
    rooms: [
      { name: 'command-text', is: 'the stored text of a command: its one writer, and all that reads it' },
      { name: 'devices', is: 'from a tree of devices to groups' },
      { name: 'plan', is: 'what will happen on a site, and because of what' },
      { name: 'batch', is: 'read a request, decide whether it is accepted' },
      { name: 'following', is: 'whether what was measured is what was set' },
      { name: 'delivery', is: 'the way of a schedule to its controller' },
      { name: 'headroom', is: 'how much more fits beside what is set' },
      { name: 'history', is: 'a schedule as it was' },
      { name: 'holds', is: 'stops over commands that stay set' },
      { name: 'pools', is: 'who is a member when, and who gets which share of a signal' },
    ],
  },
  {
    folder: 'packages/server/src',
    ground: [
      { name: 'wire', is: 'bytes to checked values' },
      { name: 'store', is: 'the engine: transactions, tables, SQLite and PostgreSQL' },
      { name: 'platform', is: 'time, loops, figures, shutdown' },
      { name: 'trail', is: 'what is written of who did what, in the transaction that did it' },
      { name: 'limits', is: 'how much a caller may have under way, how often it may call, and whose turn it is' },
      { name: 'door', is: 'connections: ports, handshakes, and who is let in how often' },
      { name: 'http', is: 'the transport: bodies, answers, errors' },
      { name: 'computing', is: 'answers that take long, made in threads of their own' },
      { name: 'identity', is: 'who calls: tokens, keys, issuers' },
      { name: 'access', is: 'what a caller may touch: grants' },
      { name: 'serving', is: 'an operation of the table, from a request to its handler and back' },
    ],
    rooms: [
      { name: 'tokens', is: 'where clients get tokens, and others what they need to check them' },
      { name: 'sites', is: 'a site with what is set and held on it' },
      { name: 'events', is: 'the log of what happened, and its streams' },
      { name: 'history', is: 'batches as they were accepted' },
      { name: 'delivery', is: 'the way of a schedule to its controller, entry by entry' },
      { name: 'schedules', is: 'batches and portfolios: the decision, saved' },
      { name: 'plan', is: 'what will happen, what would, and how much more fits' },
      { name: 'following', is: 'what was measured, and whether it is what was set' },
      { name: 'pools', is: 'sites that provide one service together: members, signals, orders' },
      { name: 'gateway', is: 'controllers by MQTT and HTTPS: reports and snapshots' },
      { name: 'people', is: 'persons, groups and their roles' },
      { name: 'sessions', is: 'how people sign in: links, providers, cookies, command lines' },
      { name: 'registry', is: 'clients, sites and keys, one by one or as a document' },
      { name: 'maintenance', is: 'backups, also by themselves; restore, move to another store' },
      { name: 'nodes', is: 'the processes that serve one store together' },
      { name: 'holds', is: 'stops over commands that stay set' },
      { name: 'authority', is: 'who can command a site, and by what' },
      { name: 'webhooks', is: 'events sent to the addresses of clients' },
      { name: 'alerts', is: 'notifies people by e-mail or chat when a problem lasts' },
      { name: 'audit', is: 'the record of who did what: read, sealed, and verified' },
      { name: 'console', is: 'the files of the web page' },
      { name: 'docs', is: 'the interface described, as a page and as documents; the pages of the docs' },
      { name: 'overview', is: 'one row per site for the web page' },
    ],
  },
  {
    folder: 'packages/client/src',
    ground: [
      { name: 'http', is: 'requests, answers and streams' },
      { name: 'identity', is: 'tokens, and requests for one client' },
    ],
    rooms: [
      { name: 'schedules', is: 'setting one site' },
      { name: 'portfolios', is: 'setting many sites' },
      { name: 'sites', is: 'reading sites' },
      { name: 'history', is: 'what was set' },
      { name: 'devices', is: 'the device tree of a site' },
      { name: 'delivery', is: 'how far schedules have come' },
      { name: 'events', is: 'events, as a stream that reconnects' },
      { name: 'plan', is: 'what will happen' },
      { name: 'pools', is: 'what a pool is asked for, and what its members do' },
      { name: 'headroom', is: 'how much more fits' },
      { name: 'following', is: 'what happened' },
      { name: 'validate', is: 'checking a batch' },
      { name: 'holds', is: 'stopping commands' },
      { name: 'webhooks', is: 'addresses for events' },
      { name: 'pools', is: 'sites that provide one service together' },
      { name: 'people', is: 'persons, groups and their roles' },
      { name: 'sessions', is: 'sign-in links' },
      { name: 'registry', is: 'sites, clients, keys, grants and subjects' },
      { name: 'alerts', is: 'alert rules, and what they are firing for' },
      { name: 'audit', is: 'who did what, and whether the record of it is whole' },
      { name: 'nodes', is: 'the state of the service' },
      { name: 'overview', is: 'the state of all sites' },
    ],
    above: ['index', 'create-setpoint-client'],
  },
  {
    folder: 'packages/controller/src',
    ground: [{ name: 'driver', is: 'what a controller sees of the devices, and asks of them' }],
    rooms: [
      { name: 'plant', is: 'simulated devices, their weather and their people' },
      { name: 'sunspec', is: 'real devices over Modbus TCP' },
      { name: 'protocol', is: 'reports and snapshots, over MQTT or HTTPS' },
      { name: 'execute', is: 'from a schedule to targets for the devices, tick by tick' },
      { name: 'config', is: "the controller's file" },
      { name: 'run', is: 'a controller put together, over one of the drivers' },
      { name: 'faults', is: 'what goes wrong on a simulated site, as a file says' },
      { name: 'fleet', is: 'many of them in one process' },
    ],
  },
  {
    folder: 'packages/cli/src',
    ground: [
      { name: 'text', is: 'tables, fields and times as a terminal shows them' },
      { name: 'shell', is: 'what every command needs: the connection, failures, signals' },
      { name: 'identity', is: 'for whom a command speaks; setpoint login, logout, token' },
    ],
    rooms: [
      { name: 'sites', is: 'setpoint site add, list, show, change, remove' },
      { name: 'schedules', is: 'setpoint schedule' },
      { name: 'plan', is: 'setpoint site plan' },
      { name: 'headroom', is: 'setpoint site headroom' },
      { name: 'following', is: 'setpoint site following, measurements' },
      { name: 'history', is: 'setpoint site history' },
      { name: 'pools', is: 'setpoint pool' },
      { name: 'events', is: 'setpoint events' },
      { name: 'registry', is: 'setpoint client, grant, revoke, site key, registry' },
      { name: 'people', is: 'setpoint whoami, person, group, role' },
      { name: 'maintenance', is: 'setpoint backup, restore, migrate-store, raise-epoch, secrets' },
      { name: 'gateway', is: 'setpoint controller' },
      { name: 'devices', is: 'setpoint devices' },
      { name: 'holds', is: 'setpoint hold' },
      { name: 'authority', is: 'setpoint site authority' },
      { name: 'alerts', is: 'setpoint alert' },
      { name: 'audit', is: 'setpoint audit' },
      { name: 'webhooks', is: 'setpoint webhook' },
      { name: 'console', is: 'setpoint console' },
      { name: 'nodes', is: 'setpoint status, node' },
      { name: 'conformance', is: 'setpoint conformance' },
      { name: 'faults', is: 'what goes wrong in setpoint demo and setpoint simulate, as a file says' },
    ],
    roof: [
      { name: 'serve', is: 'setpoint serve, config' },
      { name: 'health', is: 'setpoint health' },
      { name: 'demo', is: 'setpoint demo' },
      { name: 'simulate', is: 'setpoint simulate' },
    ],
  },
  {
    folder: 'packages/console/src',
    ground: [
      { name: 'style', is: 'a style sheet for each control' },
      { name: 'words', is: 'figures, times and the words of the market as people read them' },
      { name: 'shell', is: 'controls and notices that every view uses' },
      { name: 'session', is: 'signing in, and the client that speaks to the service' },
    ],
    rooms: [
      { name: 'sites', is: 'what the page knows about the sites, kept up to date by events' },
      { name: 'history', is: 'batches and what they changed' },
      { name: 'delivery', is: 'commands with their states' },
      { name: 'plan', is: 'the timeline' },
      { name: 'following', is: 'what was measured' },
      { name: 'schedules', is: 'the editor' },
      { name: 'pools', is: 'what a pool is asked for, and what its members do' },
      { name: 'headroom', is: 'how much more fits' },
      { name: 'people', is: 'who is signed in, with what roles, and where' },
      { name: 'registry', is: 'clients, grants and keys' },
      { name: 'audit', is: 'who did what' },
      { name: 'nodes', is: 'the state of the service' },
      { name: 'holds', is: 'holds and the emergency stop' },
      { name: 'authority', is: 'who can command a site' },
      { name: 'webhooks', is: 'addresses and attempts' },
      { name: 'alerts', is: 'alert rules, and what is firing' },
      { name: 'overview', is: 'the table of all sites' },
      { name: 'tour', is: 'a first minute in the demonstration' },
    ],
    roof: [
      { name: 'pages', is: 'views that put rooms together' },
      { name: 'frame', is: 'what surrounds every view' },
    ],
  },
];
