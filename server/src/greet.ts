import type { Config } from './config.ts';

interface Started {
  config: Config;
  publicUrl: string;
  kind: 'postgres' | 'embedded';
  /** The logins of the demo world, one per line; empty when there is no demo world. */
  demoLogins: readonly string[];
}

/** Prints the few things that the person who starts Foyer needs to know. */
export function printGreeting({ config, publicUrl, kind, demoLogins }: Started): void {
  const lines = ['', `  Foyer is open: ${publicUrl}`, ''];
  if (demoLogins.length > 0) {
    lines.push('  Log in to the demo world as', ...demoLogins.map((login) => `    ${login}`), '');
  }
  if (kind === 'embedded') {
    lines.push(
      '  Data: the embedded database, for trials and small sites. Set DATABASE_URL to use a PostgreSQL server.',
    );
  }
  if (config.payments === 'sandbox') {
    lines.push('  Payments: the sandbox. No real money moves. Pay with the card 4242 4242 4242 4242.');
  }
  if (!config.smtpUrl) {
    lines.push(
      config.production
        ? `  Mail: not sent, only kept in ${config.dataDir}/outbox. Set SMTP_URL to send it.`
        : `  Mail: read it at ${publicUrl}/dev/outbox`,
    );
  }
  if (!config.rateLimits) lines.push('  Rate limits are OFF.');
  process.stdout.write([...lines, '', ''].join('\n'));
}
