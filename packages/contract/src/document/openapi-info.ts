/** The introduction of the OpenAPI document, which explains the words of the market before they are used. */
export const OPENAPI_INFO = {
  title: 'Setpoint',
  version: '1.0.0',
  summary: 'Schedule energy sites and track delivery.',
  description: `Setpoint keeps the schedules of energy sites and delivers them to the controllers there. Traders and optimisers set power setpoints, limits, and bookings and activations of grid services. Setpoint checks that they fit together and writes them to disk.

| word | meaning |
|---|---|
| site | a connection point with the devices behind it |
| asset (group) | all devices of one kind on a site, set together: \`grid\` (the connection point), \`bess\` (the storage), \`solar\`, \`wind\`, \`genset\`, \`load\`, \`ev\`, \`heatpump\` |
| command | an asset and a command type (a *pair*) with its entries; an *entry* is one value over a range of time |
| batch | one accepted request to set a schedule. Each batch raises the *version* of the site's schedule by one |
| setpoint | the active power that an asset is to keep, in kW |
| limit | the most or the least power allowed at the connection point, whatever else is set |
| state of charge (SoC) | how full the storage is, in percent |
| curtailment | how much of their rated power solar inverters must leave unused, in percent |
| FCR, aFRR, mFRR | services that keep the grid at 50 Hz. FCR (frequency containment reserve) is given by the site itself, which measures the frequency. aFRR and mFRR (automatic and manual frequency restoration reserve) are called by the grid operator |
| booking | aFRR or mFRR that was sold: power that the site keeps free in one direction |
| activation | a call for booked aFRR or mFRR; it must fit the booking |
| headroom | how much more of something fits on top of what is set |

## Authentication

1. An operator adds a client and lets it reach sites: \`setpoint client add NAME\`, \`setpoint grant NAME --all-sites\`, or the calls under *Client registry*. The first prints the id and the secret of the client.
2. The client gets a token: \`curl ADDRESS/oauth/token -d grant_type=client_credentials -d client_id=ID -d client_secret=SECRET\`. The answer has \`access_token\` and \`expires_in\`, in seconds; get the next one before that.
3. It sends the token with every request: \`Authorization: Bearer TOKEN\`.

To try calls on this page, paste a token under *Authentication* as the bearer token, and press *Test Request* next to a call. Calls go to this service, and change what it has.

## Errors

The body of an error is JSON with a code for programs (\`error\`) and a sentence for people (\`message\`). Under \`/api/v1/fleet/\`, an error is \`application/problem+json\` (RFC 9457) for who accepts that by name. Every answer except a 408 has \`X-Request-Id\`. A path that does not exist is answered with 404, and a method that a path does not allow with 405 and \`Allow\`.`,
  license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
} as const;
