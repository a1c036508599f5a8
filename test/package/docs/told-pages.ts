/** A page whose commands run one by one; what they say is compared with what the page says. */
export interface ToldPage {
  readonly page: string;
  /** For a shell: what the page takes as given, in the folder of the service. */
  readonly before?: string;
  /** For a shell: what happens before a command that begins so. */
  readonly meanwhile?: Readonly<Record<string, string>>;
  /** What is called otherwise here. */
  readonly here?: Readonly<Record<string, string>>;
}

const SITE = 'setpoint site add Nordhafen --time-zone Europe/Berlin --json > site.json';
const ADDRESS = `${SITE}
echo "export SITE=http://127.0.0.1:8080/api/v1/fleet/sites/$(jq -r .siteId site.json) TOKEN=$(setpoint token)" > vars`;
const OPTIMISER = 'setpoint client add Optimiser --json > optimiser.json';

// What the page plans: a limit of 400 kW, 100 kW set, reserves of 350 and 150 kW, and a call for 150.
const PLANNED = `${ADDRESS}
jq -n --arg at "$(date -u +%FT%TZ)" '{ session: "a", sequence: 1, sentAt: $at, schedule: null,
  devices: { uid: "meter", node_type: "Device", device_type: "grid", children: [], active_power_kw: 5,
    rated_power_upper_limit_kW: 1000, rated_power_lower_limit_kW: -1000 } }' |
  curl -fsS -H "Authorization: Bearer $(jq -r .controllerKey site.json)" -H 'Content-Type: application/json' \\
    http://127.0.0.1:8080/api/v1/controller/report --data-binary @-
cat > planned.csv <<END
asset,type,startAt,endAt,value
grid,upperLimitkW,2030-01-01T00:00:00Z,2030-01-01T06:00:00Z,400
grid,activePowerkW,2030-01-01T00:00:00Z,2030-01-01T04:00:00Z,100
grid,afrrImportBookingkW,2030-01-01T00:00:00Z,2030-01-01T04:00:00Z,350
grid,afrrExportBookingkW,2030-01-01T00:00:00Z,2030-01-01T04:00:00Z,150
grid,afrrActivationkW,2030-01-01T01:00:00Z,2030-01-01T02:00:00Z,150
END
setpoint schedule set Nordhafen --csv planned.csv`;

// An authority for time stamps, as OpenSSL makes one, and the first seal of the log.
const STAMPED = `cat > tsa.conf <<END
[req]
distinguished_name = dn
prompt = no
[dn]
CN = Test root
[ca]
basicConstraints = critical,CA:TRUE
[stamping]
extendedKeyUsage = critical,timeStamping
[tsa]
serial = serial
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
END
echo 1000 > serial
key='-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes'
openssl req -config tsa.conf -x509 $key -keyout root.key -out time-authorities.pem -days 30 -extensions ca
openssl req -config tsa.conf $key -keyout tsa.key -out tsa.csr -subj '/CN=Test time'
openssl x509 -req -in tsa.csr -CA time-authorities.pem -CAkey root.key -set_serial 8 \\
  -extfile tsa.conf -extensions stamping -out tsa.pem
until setpoint audit list --action audit.sealed --json | jq -e '.records[0]'; do :; done`;
const ASK_AUTHORITY =
  "curl -fsS -H 'Content-Type: application/timestamp-query' --data-binary @seal.tsq -o seal.tsr https://time.example/tsa";
const AUTHORITY =
  'openssl ts -reply -config tsa.conf -section tsa -queryfile seal.tsq -signer tsa.pem -inkey tsa.key -out seal.tsr';

export const TOLD_PAGES: readonly ToldPage[] = [
  { page: 'audit', before: STAMPED, here: { [ASK_AUTHORITY]: AUTHORITY } },
  { page: 'backup' },
  { page: 'command-line' },
  { page: 'console' },
  { page: 'fleet', before: PLANNED },
  { page: 'pools', before: `${SITE}\n${OPTIMISER}` },
  {
    page: 'setting-schedules',
    before: `${ADDRESS}\nfor quarter in $(seq 92); do echo 40; done > tomorrow.csv`,
  },
];
