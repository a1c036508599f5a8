import * as sdk from '@setpoint/client';
import { useClient } from './use-client.mjs';

process.stdout.write(`${await useClient(sdk, JSON.parse(process.argv.at(-1)))}\n`);
