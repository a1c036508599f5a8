import type { Buffer } from 'node:buffer';

export interface ResponseListener {
  onBody(bytes: Buffer): void;
  onEnd(status: number): void;
}

type State = 'head' | 'fixed' | 'chunk-size' | 'chunk' | 'chunk-end' | 'trailer';

const LENGTH = /\r\ncontent-length: *(\d+)/i;
const CHUNKED = /\r\ntransfer-encoding: *chunked/i;

/** Cuts a keep-alive HTTP/1.1 byte stream into responses without copying bodies. */
export class ResponseScanner {
  readonly #listener: ResponseListener;
  #state: State = 'head';
  #status = 0;
  #left = 0;
  #line = '';

  constructor(listener: ResponseListener) {
    this.#listener = listener;
  }

  push(bytes: Buffer): void {
    let at = 0;
    while (at < bytes.length) at = this.#take(bytes, at);
  }

  #take(bytes: Buffer, at: number): number {
    switch (this.#state) {
      case 'head':
        return this.#takeLine(bytes, at, '\r\n\r\n');
      case 'fixed':
      case 'chunk':
        return this.#takeBody(bytes, at);
      case 'chunk-size':
      case 'chunk-end':
      case 'trailer':
        return this.#takeLine(bytes, at, '\r\n');
    }
  }

  #takeBody(bytes: Buffer, at: number): number {
    const end = Math.min(bytes.length, at + this.#left);
    this.#listener.onBody(bytes.subarray(at, end));
    this.#left -= end - at;
    if (this.#left === 0) {
      if (this.#state === 'fixed') this.#end();
      else this.#state = 'chunk-end';
    }
    return end;
  }

  #takeLine(bytes: Buffer, at: number, mark: string): number {
    const found = this.#line === '' ? bytes.indexOf(mark, at, 'latin1') : -1;
    if (found >= 0) {
      this.#endLine(bytes.toString('latin1', at, found));
      return found + mark.length;
    }
    // A line cut by the edge of a read: rare, so byte by byte.
    this.#line += bytes.toString('latin1', at, at + 1);
    if (this.#line.endsWith(mark)) {
      const line = this.#line.slice(0, -mark.length);
      this.#line = '';
      this.#endLine(line);
    }
    return at + 1;
  }

  #endLine(line: string): void {
    if (this.#state === 'head') return this.#beginBody(line);
    if (this.#state === 'chunk-end') this.#state = 'chunk-size';
    else if (this.#state === 'chunk-size') {
      this.#left = Number.parseInt(line, 16);
      this.#state = this.#left === 0 ? 'trailer' : 'chunk';
    } else if (line === '') this.#end();
  }

  #beginBody(head: string): void {
    this.#status = Number(head.slice(9, 12));
    if (CHUNKED.test(head)) {
      this.#state = 'chunk-size';
      return;
    }
    this.#left = Number(LENGTH.exec(head)?.[1] ?? 0);
    this.#state = 'fixed';
    if (this.#left === 0 || this.#status === 204 || this.#status === 304) this.#end();
  }

  #end(): void {
    this.#state = 'head';
    this.#listener.onEnd(this.#status);
  }
}
