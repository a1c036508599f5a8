import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { ResponseScanner } from '../load/response-scanner.ts';
import { type Controller, type ControllerEvents, revisionIn } from './controller.ts';
import { HOST, type FleetSite } from './fleet-plan.ts';
import { FIRST_SEQUENCE, stampedReport } from './stamped-report.ts';

const WAIT_SECONDS = 50;

/** A controller over HTTP: a connection that waits for changes, and one that reports. */
export function openPollController(site: FleetSite, events: ControllerEvents): Controller {
  const { port } = events;
  const head = `Host: ${HOST}:${port}\r\nAuthorization: Bearer ${site.controllerKey}\r\n`;
  const session = randomUUID();
  let revision: string | undefined;
  let sequence = FIRST_SEQUENCE - 1;
  let isUnderWay = false;
  let isDue = false;

  const polling = openExchange(port, {
    onAnswer(status, body) {
      if (status === 200) {
        revision = revisionIn(body);
        events.onSnapshot(controller, body);
        report();
      } else if (status !== 304) return lost(`a poll was answered with ${status}`);
      poll();
    },
    onLost: lost,
  });
  const reporting = openExchange(port, {
    onAnswer(status) {
      isUnderWay = false;
      if (status !== 200) return lost(`a report was answered with ${status}`);
      events.onAcknowledged(controller, sequence);
      if (isDue) report();
    },
    onLost: lost,
  });

  function poll(): void {
    const condition = revision === undefined ? '' : `If-None-Match: "${revision}"\r\nPrefer: wait=${WAIT_SECONDS}\r\n`;
    polling.send([Buffer.from(`GET /api/v1/controller/schedule HTTP/1.1\r\n${head}${condition}\r\n`)]);
  }

  function report(): void {
    isDue = isUnderWay;
    if (isUnderWay) return;
    isUnderWay = true;
    sequence += 1;
    const { bytes, stamp } = stampedReport({ session, revision });
    stamp(sequence);
    const lines = `Content-Type: application/json\r\nContent-Length: ${bytes.length}\r\n`;
    reporting.send([Buffer.from(`POST /api/v1/controller/report HTTP/1.1\r\n${head}${lines}\r\n`), bytes]);
  }

  function end(): void {
    polling.end();
    reporting.end();
  }

  function lost(why: string): void {
    end();
    events.onLost(controller, why);
  }

  const controller: Controller = { site, report, end };
  poll();
  return controller;
}

interface ExchangeEvents {
  onAnswer: (status: number, body: Buffer) => void;
  onLost: (why: string) => void;
}

function openExchange(port: number, { onAnswer, onLost }: ExchangeEvents) {
  let body: Buffer[] = [];
  let isEnded = false;
  const scanner = new ResponseScanner({
    onBody: (bytes) => void body.push(bytes),
    onEnd: (status) => {
      const whole = Buffer.concat(body);
      body = [];
      onAnswer(status, whole);
    },
  });
  const socket = connect({ host: HOST, port, noDelay: true });
  socket.on('data', (bytes: Buffer) => scanner.push(bytes));
  socket.on('error', () => undefined);
  socket.on('close', () => {
    if (!isEnded) onLost('the service closed a connection');
  });
  return {
    send(parts: readonly Buffer[]): void {
      socket.cork();
      for (const part of parts) socket.write(part);
      socket.uncork();
    },
    end(): void {
      isEnded = true;
      socket.destroy();
    },
  };
}
