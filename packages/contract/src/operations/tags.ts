/** The chapters of the OpenAPI document, in order. */
export const TAGS = [
  { name: 'Tokens', description: 'Where access tokens come from, and what others need to check them.' },
  { name: 'Sites and schedules', description: 'What is set, how the sites are, and setting schedules.' },
  { name: 'Fleet', description: 'How the sites are, all of them at a glance.' },
  { name: 'Delivery', description: 'What became of what was set: derived from the reports of the controllers.' },
  { name: 'History', description: 'What was set, when and by whom.' },
  {
    name: 'Plan and headroom',
    description: 'What will happen on a site and why, what a batch would change, and how much more fits.',
  },
  { name: 'Holds', description: 'Stopping what was asked for without forgetting it: the emergency stop.' },
  { name: 'Events', description: 'What happens, as it happens; without loss for whoever comes back.' },
  { name: 'Following', description: 'What was measured, and whether the sites did what was planned.' },
  { name: 'Webhooks', description: 'Events sent to an address of the client. Needs the scope fleet:webhooks.' },
  { name: 'Site registry', description: 'Which sites there are. Needs the scope fleet:admin.' },
  {
    name: 'Client registry',
    description: 'Which clients there are and what they may do. Needs the scope fleet:admin.',
  },
  {
    name: 'Controllers',
    description:
      'What the controller on a site asks, with the key of its site. Over MQTT the same documents travel: [AsyncAPI](/asyncapi.json).',
  },
] as const;
