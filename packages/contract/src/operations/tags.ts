/** The chapters of the OpenAPI document, in order. */
export const TAGS = [
  { name: 'Tokens', description: 'Access tokens, and the public keys to check them with.' },
  { name: 'Sites and schedules', description: 'Set schedules; read what is set and the state of the sites.' },
  { name: 'Fleet', description: 'The state of all sites at a glance, their devices, and the nodes of the service.' },
  {
    name: 'Delivery',
    description:
      'How far a schedule has come on its way to the controller of its site. It is derived from the reports of the controllers.',
  },
  { name: 'History', description: 'Every schedule that was set, when, and by whom.' },
  {
    name: 'Plan and headroom',
    description:
      'The plan of a site (the future power, with reasons), the changes that a batch would make, and headroom: how much more of a booking or setpoint fits on top of what is set.',
  },
  {
    name: 'Holds',
    description: 'A hold stops commands without deleting them. A hold on all sites is the emergency stop.',
  },
  {
    name: 'Pools',
    description: 'A pool is a group of sites that provide one service together.',
  },
  { name: 'Events', description: 'Events, as they happen. A client that reconnects misses nothing.' },
  { name: 'Following', description: 'Whether the sites did what was planned, and what was measured.' },
  {
    name: 'Webhooks',
    description:
      'Events that the service sends to an address of the client. Requires the scopes `fleet:webhooks` and `sites:read`.',
  },
  { name: 'Site registry', description: 'The sites that the service knows. Requires the scope `fleet:admin`.' },
  {
    name: 'Client registry',
    description: 'The clients that the service knows, and what they may do. Requires the scope `fleet:admin`.',
  },
  {
    name: 'People',
    description:
      'The persons who sign in through a provider, the groups that it claims, and their roles. Requires the scope `fleet:admin`.',
  },
  {
    name: 'Alerts',
    description:
      'Alert rules: they notify people by e-mail or chat when a problem lasts. Requires the scope `fleet:admin`.',
  },
  {
    name: 'Audit log',
    description: 'Every change and who made it, for auditors. Requires the scope `audit:read` or `fleet:admin`.',
  },
  {
    name: 'Controllers',
    description:
      'For the controller of a site, with the key of that site. The same documents travel over MQTT: [AsyncAPI](/asyncapi.json).',
  },
] as const;
