import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { composeGreeting } from '../../src/greet.ts';

describe('the text that Foyer prints at its start', () => {
  it.each([
    { role: 'web', line: 'Foyer is open: http://localhost:3000' },
    {
      role: 'worker',
      line: 'A worker for http://localhost:3000 runs. It answers no requests: that needs a web process',
    },
  ])('says what a process with the role $role does', ({ role, line }) => {
    const config = readConfig({ FOYER_ROLE: role });
    const publicUrl = 'http://localhost:3000';
    expect(composeGreeting({ config, publicUrl, kind: 'postgres', demoLogins: [] })).toContain(
      `\n  ${line}\n`,
    );
  });
});
