export { addAlert, removeAlert } from '../../src/alerts/add-alert.ts';
export { changeAlert } from '../../src/alerts/change-alert.ts';
