import { hash } from 'node:crypto';
import { PATHS } from '@setpoint/contract';

export const REFERENCE_SCRIPT_PATH = `${PATHS.reference}.js`;

// Whatever would leave this origin, sell something or only serve developers of the page is off.
const settings = {
  url: PATHS.openapi,
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'json',
  defaultOpenAllTags: true,
};

// Calls that are tried out go to where the page came from, and nowhere else: the policy allows no other address.
const start = `Scalar.createApiReference('#reference', { ...${JSON.stringify(settings)}, servers: [{ url: location.origin }] })`;

/** The page around the reference. */
export const REFERENCE_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>Setpoint: reference of the interface</title>
</head>
<body>
<noscript>This page needs JavaScript; <a href="${PATHS.openapi}">${PATHS.openapi}</a> says the same without, and
<a href="${PATHS.asyncapi}">${PATHS.asyncapi}</a> what controllers and clients exchange by MQTT.</noscript>
<div id="reference"></div>
<script src="${REFERENCE_SCRIPT_PATH}"></script>
<script>${start}</script>
</body>
</html>
`;

/** As strict as the reference allows: it writes styles into the page, but runs and fetches nothing from elsewhere. */
export const REFERENCE_POLICY = [
  "default-src 'none'",
  `script-src 'self' 'sha256-${hash('sha256', start, 'base64')}'`,
  "style-src 'unsafe-inline'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
