import { mqttUrlOf } from '../site/foreign-controller.ts';
import type { Service } from './start-service.ts';

export function mqttPortOf(service: Pick<Service, 'output'>): number {
  return Number(new URL(mqttUrlOf(service)).port);
}
