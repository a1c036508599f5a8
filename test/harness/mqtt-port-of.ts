import { mqttUrlOf } from './foreign-controller.ts';
import type { Service } from './start-service.ts';

export function mqttPortOf(service: Pick<Service, 'output'>): number {
  return Number(new URL(mqttUrlOf(service)).port);
}
