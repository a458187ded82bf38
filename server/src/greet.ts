import type { Config } from './config.ts';

interface Started {
  config: Config;
  publicUrl: string;
  kind: 'postgres' | 'embedded';
  /** Who can log in to the demo world, one a line; none without it. */
  demoLogins: readonly string[];
}

/** What the person who started Foyer needs to know, in a few lines. */
export function greet({ config, publicUrl, kind, demoLogins }: Started): void {
  const lines = ['', `  Foyer is open: ${publicUrl}`, ''];
  if (demoLogins.length > 0) {
    lines.push('  Log in to the demo world as', ...demoLogins.map((login) => `    ${login}`), '');
  }
  if (kind === 'embedded') {
    lines.push(
      '  Data: the embedded database, for trying out and small use; set DATABASE_URL for a PostgreSQL.',
    );
  }
  if (config.payments === 'sandbox') {
    lines.push('  Payments: the sandbox, no real money moves; the card 4242 4242 4242 4242 pays.');
  }
  if (!config.smtpUrl) {
    lines.push(
      config.production
        ? `  Mail: kept in ${config.dataDir}/outbox and sent to nobody; set SMTP_URL to send it.`
        : `  Mail: read it at ${publicUrl}/dev/outbox`,
    );
  }
  if (!config.rateLimits) lines.push('  Rate limits are OFF.');
  process.stdout.write([...lines, '', ''].join('\n'));
}
