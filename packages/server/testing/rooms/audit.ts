export { forgetRecords } from '../../src/trail/forget-records.ts';
export { sealIfDue } from '../../src/audit/seal-daily.ts';
