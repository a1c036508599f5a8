import { expect, it } from 'vitest';
import { takeBuiltins } from './take-builtins.ts';

it.each([
  [
    'import { createServer } from "node:http";',
    'const {createServer:createServer}=process.getBuiltinModule("node:http");',
  ],
  [
    'import{a as b,c as d}from"fs";b();',
    'const {a:b}=process.getBuiltinModule("fs");const {c:d}=process.getBuiltinModule("fs");b();',
  ],
  ['import { default as os } from "node:os";', 'const os=process.getBuiltinModule("node:os");'],
  ['import os from "node:os";', 'const os=process.getBuiltinModule("node:os");'],
  ['import * as path from "node:path";', 'const path=process.getBuiltinModule("node:path");'],
  [
    'import fs, { open } from "node:fs";',
    'const fs=process.getBuiltinModule("node:fs");const {open:open}=process.getBuiltinModule("node:fs");',
  ],
  ['import "node:http";a();', 'a();'],
])('takes from the process what is imported of Node: %s', (code, taken) => {
  expect(takeBuiltins(code)).toBe(taken);
});

it.each(['import { a } from "./b.js";', 'export { a } from "./b.js";', 'const text = `import fs from "node:fs";`;'])(
  'leaves all else as it is: %s',
  (code) => expect(takeBuiltins(code)).toBe(code),
);
