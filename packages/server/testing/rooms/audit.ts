export { forgetRecords } from '../../src/audit/forget-records.ts';
export { sealIfDue } from '../../src/audit/seal-daily.ts';
