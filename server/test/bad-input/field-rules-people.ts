import { control, hidden } from './field-rules-events.ts';

export const usernameRules = [
  [{ username: undefined }, { username: 'Username is required' }],
  [{ username: null }, { username: 'Username is required' }],
  [{ username: 7 }, { username: 'Username is required' }],
  [{ username: '' }, { username: 'Username is required' }],
  [{ username: '   ' }, { username: 'Username is required' }],
  [{ username: 'ab' }, { username: 'Username must be at least 3 characters' }],
  [{ username: 'a'.repeat(31) }, { username: 'Username must be at most 30 characters' }],
  [{ username: 'mara ellis' }, { username: 'Username can only have letters, digits, _, - and .' }],
  [{ username: 'mära' }, { username: 'Username can only have letters, digits, _, - and .' }],
  [{ username: 'mara\u0000' }, { username: 'Username can only have letters, digits, _, - and .' }],
] as const;

export const emailRules = [
  [{ email: undefined }, { email: 'Email is required' }],
  [{ email: '' }, { email: 'Email is required' }],
  [{ email: 7 }, { email: 'Email is required' }],
  [{ email: 'mara' }, { email: 'Email is invalid' }],
  [{ email: 'mara@' }, { email: 'Email is invalid' }],
  [{ email: 'mara@example' }, { email: 'Email is invalid' }],
  [{ email: 'ma ra@example.org' }, { email: 'Email is invalid' }],
  [{ email: 'mara@example.org\r\nBcc: all@example.org' }, { email: 'Email is invalid' }],
  [{ email: `${'a'.repeat(250)}@example.org` }, { email: 'Email is invalid' }],
] as const;

export const personNameRules = [
  [{ name: 7 }, { name: 'Name is required' }],
  [{ name: '   ' }, { name: 'Name is required' }],
  [{ name: 'a'.repeat(101) }, { name: 'Use at most 100 characters' }],
  [{ name: 'two\nlines' }, { name: control }],
  [{ name: 'Mara\u200b' }, { name: hidden }],
] as const;

export const passwordRules = [
  [{ password: undefined }, { password: 'Password is required' }],
  [{ password: '' }, { password: 'Password is required' }],
  [{ password: 123456 }, { password: 'Password is required' }],
  [{ password: '12345' }, { password: 'Password must be at least 6 characters' }],
  [{ password: 'a'.repeat(201) }, { password: 'Password must be at most 200 characters' }],
] as const;

/** Whether a rule is about a wrong value, and not about a missing field. */
export const isGiven = ([change]: readonly [object, object]) => !Object.values(change).includes(undefined);

export const account = { username: 'mara.ellis', email: 'mara@example.org', password: 'a good password' };

export const teamPictureRules = ['logo.png', 'https://example.org/logo.png', 7].map(
  (picture_url) => [{ picture_url }, { picture_url: 'Send the picture as a file' }] as const,
);

export const teamContactRules = [
  'box-office',
  'box-office@maltings',
  'box office@maltings.example.org',
  'box-office@maltings.example.org\r\nBcc: all@example.org',
  'Box office <box-office@maltings.example.org>',
  'box-office@maltings.example.org?bcc=all@example.org',
  '<b>box-office@maltings.example.org</b>',
  'javascript:alert(1)',
  `${'a'.repeat(250)}@example.org`,
  7,
].map((contact_email) => [{ contact_email }, { contact_email: 'Email is invalid' }] as const);
