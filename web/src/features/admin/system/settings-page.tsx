import { Card } from '../../../ui/card.tsx';
import { AdminFrame } from '../admin-frame.tsx';
import { SystemStatus } from './system-status.tsx';

export function SettingsPage() {
  return (
    <AdminFrame section="settings" heading="Settings">
      <Card className="p-6">
        <h2 className="text-2xl font-semibold">Site settings</h2>
        <p className="mt-2 text-ink-soft">
          Settings coming soon. Until then, set them where you start Foyer: in the environment or in its .env
          file. The README lists them all.
        </p>
      </Card>
      <SystemStatus />
    </AdminFrame>
  );
}
