import type { Person } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { choosePerson } from './find-person.ts';

const COMPANY = 'https://login.example.com';
const PARTNER = 'https://partner.example.com';
const ADA = '7c1e5b0a-94d2-4f38-a6c7-1e2d3f4a5b60';
const MALLORY = '2f9d8c7b-6a54-4e31-9b08-7d6c5e4f3a21';

function person(personId: string, more: Partial<Person>): Person {
  return {
    personId,
    issuer: COMPANY,
    subject: personId.slice(0, 4),
    personName: 'Somebody',
    email: null,
    isEmailVerified: false,
    isEnabled: true,
    roles: [],
    groups: [],
    signedInAt: null,
    createdAt: '2026-11-26T10:00:00Z',
    ...more,
  };
}

const ada = person(ADA, { subject: '248289', personName: 'Ada', email: 'ada@example.com', isEmailVerified: true });

function chosen(known: readonly Person[], name: string, issuer?: string): string {
  return choosePerson(known, { name, issuer }).personId;
}

describe('a person', () => {
  it('is found by the subject, the verified e-mail address, or the first characters of the id', () => {
    const known = [ada, person(MALLORY, { personName: 'Mallory' })];
    for (const name of ['248289', 'ada@example.com', '7c1e5b', ADA.slice(0, 13).toUpperCase()]) {
      expect(chosen(known, name)).toBe(ADA);
    }
  });

  it('is never found by what somebody calls themselves', () => {
    const impostors = [
      person(MALLORY, { personName: 'ada@example.com' }),
      person(MALLORY, { email: 'ada@example.com' }),
      person(MALLORY, { email: 'ada@example.com', isEmailVerified: false, personName: 'ada@example.com' }),
    ];
    for (const impostor of impostors) {
      expect(() => chosen([impostor], 'ada@example.com')).toThrow('There is no person "ada@example.com"');
      expect(chosen([impostor, ada], 'ada@example.com')).toBe(ADA);
    }
    expect(() => chosen([ada], 'Ada')).toThrow('There is no person "Ada"');
  });

  it('is found by the subject or the address at one provider alone', () => {
    const other = person(MALLORY, { issuer: PARTNER, email: 'ada@example.com', isEmailVerified: true });
    for (const known of [
      [ada, other],
      [ada, person(MALLORY, { issuer: PARTNER })],
    ]) {
      expect(() => chosen(known, 'ada@example.com')).toThrow('--issuer');
      expect(chosen(known, 'ada@example.com', COMPANY)).toBe(ADA);
      expect(chosen(known, '7c1e5b')).toBe(ADA);
    }
  });

  it('is not found where a subject reads as the id of another', () => {
    expect(() => chosen([ada, person(MALLORY, { subject: '7c1e5b' })], '7c1e5b')).toThrow('Several persons');
    expect(() => chosen([ada], '7c1e5')).toThrow('There is no person');
  });
});
