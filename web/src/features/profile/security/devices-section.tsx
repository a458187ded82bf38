import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Laptop, Smartphone } from 'lucide-react';
import { messageOf } from '../../../api/call-error.ts';
import { api } from '../../../api/client.ts';
import type { SessionUser } from '../../../api/session.ts';
import { formatDate, formatTime } from '../../../format/dates.ts';
import { useSite } from '../../../layout/use-site.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { type Device, devicesQuery } from '../profile.devices.api.ts';
import { SecuritySection } from './security-section.tsx';
import { toast } from '../../../ui/overlays/toast.ts';

export function DevicesSection({ user }: { user: SessionUser }) {
  const devices = useQuery(devicesQuery(user.id));
  return (
    <SecuritySection
      title="Signed-in devices"
      description="Sign out the devices that you no longer use or do not know. A device is signed out 90 days after its login at the latest."
    >
      <Loaded
        data={devices.data}
        failure={devices.isError ? messageOf(devices.error, 'Failed to load your devices') : null}
        onRetry={() => void devices.refetch()}
        skeleton={<DevicesSkeleton />}
      >
        {(list) => <Devices userId={user.id} devices={list} />}
      </Loaded>
    </SecuritySection>
  );
}

function DevicesSkeleton() {
  return (
    <output className="grid gap-3">
      <span className="sr-only">Loading your devices...</span>
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
    </output>
  );
}

function Devices({ userId, devices }: { userId: number; devices: Device[] }) {
  const queryClient = useQueryClient();
  const { queryKey } = devicesQuery(userId);
  const reload = () => queryClient.invalidateQueries({ queryKey });
  const signOut = useMutation({
    mutationFn: ({ id }: Device) => api('DELETE /auth/sessions/:sessionId', { params: { sessionId: id } }),
    onSuccess: (_answer, device) => toast.success(`${nameDevice(device)} is signed out`),
    onError: (error) => toast.error(messageOf(error, 'The device could not be signed out')),
    onSettled: reload,
  });
  const signOutOthers = useMutation({
    mutationFn: () => api('DELETE /auth/sessions'),
    onSuccess: () => toast.success('All other devices are signed out'),
    onError: (error) => toast.error(messageOf(error, 'The devices could not be signed out')),
    onSettled: reload,
  });
  const hasOthers = devices.some((device) => !device.is_current);
  return (
    <>
      <ul className="divide-y divide-line">
        {devices.map((device) => (
          <DeviceRow
            key={device.id}
            device={device}
            busy={signOut.isPending && signOut.variables.id === device.id}
            onSignOut={() => signOut.mutate(device)}
          />
        ))}
      </ul>
      {hasOthers ? (
        <Button
          variant="danger"
          className="mt-5"
          busy={signOutOthers.isPending}
          onClick={() => signOutOthers.mutate()}
        >
          Sign out all other devices
        </Button>
      ) : (
        <p className="mt-4 text-ink-soft">You are signed in on this device only.</p>
      )}
    </>
  );
}

interface DeviceRowProps {
  device: Device;
  busy: boolean;
  onSignOut: () => void;
}

function DeviceRow({ device, busy, onSignOut }: DeviceRowProps) {
  const { timeZone } = useSite();
  const formatMoment = (time: string) => `${formatDate(time, timeZone)}, ${formatTime(time, timeZone)}`;
  const Icon = /Android|iOS/.test(device.device ?? '') ? Smartphone : Laptop;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4 first:pt-0">
      <Icon size={24} aria-hidden className="shrink-0 text-ink-faint" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold wrap-anywhere">
          {nameDevice(device)}
          {device.is_current && <Badge tone="good">This device</Badge>}
        </p>
        <p className="mt-0.5 text-[0.9375rem] text-ink-soft">
          Signed in {formatMoment(device.created_at)}
          {!device.is_current && (
            <>
              <br />
              Last used {formatMoment(device.last_used_at)}
            </>
          )}
        </p>
      </div>
      {!device.is_current && (
        <Button variant="secondary" size="sm" busy={busy} onClick={onSignOut}>
          Sign out
          <span className="sr-only"> {nameDevice(device)}</span>
        </Button>
      )}
    </li>
  );
}

function nameDevice({ device }: Device): string {
  return device ?? 'Unknown device';
}
