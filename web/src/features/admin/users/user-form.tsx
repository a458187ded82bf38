import { createUser, updateUser } from '@foyer/contract/users.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { type UseFormRegisterReturn, useForm, useWatch } from 'react-hook-form';
import { listFieldErrors, showFieldErrors } from '../../../api/field-errors.ts';
import { useSession } from '../../../api/session.ts';
import { useSite } from '../../../layout/use-site.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Field, FormError, TextInput } from '../../../ui/forms/field.tsx';
import { CurrentPasswordField } from '../../../ui/forms/password-input.tsx';
import { Switch } from '../../../ui/forms/switch.tsx';
import { findPasswordFault, NewPasswordField } from '../../../layout/new-password-field.tsx';
import type { AdminUser } from '../admin.api.ts';
import { FormButtons } from '../../../ui/forms/form-buttons.tsx';
import {
  type NewUserValues,
  useCreateUser,
  useSetSiteAdmin,
  useUpdateUser,
  type UserValues,
} from './use-user-changes.ts';

const newUser = createUser.body.pick({ username: true, email: true, password: true });
const checkNewUser = zodResolver(newUser, undefined, { raw: true });
const knownUser = createUser.body
  .pick({ username: true, email: true })
  .extend({ current_password: updateUser.body.shape.current_password });

/** The form's fields, each with the server's error codes that are shown at this field. */
const fields = { username: ['username_taken'], email: ['email_taken'], password: [] } as const;
const ownFields = { username: ['username_taken'], email: ['email_taken'], current_password: [] } as const;

export interface DialogFormProps {
  onClose: () => void;
  finalFocus: () => HTMLElement | null;
}

export function NewUserDialog({ onClose, finalFocus }: DialogFormProps) {
  const { passwordMinLength } = useSite();
  const form = useForm<NewUserValues>({
    resolver: async (values, context, options) => {
      const result = await checkNewUser(values, context, options);
      const fault = findPasswordFault(values.password, passwordMinLength);
      if (fault === undefined) return result;
      return { values: {}, errors: { ...result.errors, password: { type: 'length', message: fault } } };
    },
    mode: 'onTouched',
    defaultValues: { username: '', email: '', password: '' },
  });
  const creation = useCreateUser();
  const { errors } = form.formState;
  const submit = form.handleSubmit((values) =>
    creation.mutate(values, {
      onSuccess: onClose,
      onError: (error) => showFieldErrors(form.setError, error, fields),
    }),
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !creation.isPending && onClose()}
      title="Add New User"
      description="The new user can log in at once, and then choose another password. Foyer does not email this password: pass it on yourself."
      finalFocus={finalFocus}
    >
      <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
        <NameFields
          register={(name) => form.register(name)}
          errors={{ username: errors.username?.message, email: errors.email?.message }}
        />
        <NewPasswordField {...form.register('password')} error={errors.password?.message} />
        <FormError>{listFieldErrors(creation.error, fields).length === 0 && creation.failure}</FormError>
        <FormButtons
          busy={creation.isPending}
          onCancel={onClose}
          submit={creation.isPending ? 'Adding...' : 'Add User'}
        />
      </form>
      {creation.passwordDialog}
    </Dialog>
  );
}

export function EditUserDialog({ user, onClose, finalFocus }: DialogFormProps & { user: AdminUser }) {
  const form = useForm<UserValues>({
    resolver: zodResolver(knownUser, undefined, { raw: true }),
    mode: 'onTouched',
    defaultValues: { username: user.username, email: user.email, current_password: '' },
  });
  const isSelf = useSession().user?.id === user.id;
  const hasNewEmail = useWatch({ control: form.control, name: 'email' }) !== user.email;
  const update = useUpdateUser(user);
  const { errors } = form.formState;
  const submit = form.handleSubmit((values) =>
    // Send the current password only when administrators change their own email address. The server needs the
    // password for no other change in this form.
    update.mutate(isSelf && hasNewEmail ? values : { ...values, current_password: undefined }, {
      onSuccess: onClose,
      onError: (error) => showFieldErrors(form.setError, error, ownFields),
    }),
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !update.isPending && onClose()}
      title="Edit User"
      finalFocus={finalFocus}
    >
      <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
        <NameFields
          register={(name) => form.register(name)}
          errors={{ username: errors.username?.message, email: errors.email?.message }}
        />
        {isSelf && hasNewEmail && (
          <CurrentPasswordField
            hint="This is your own account. A new email address needs your password."
            {...form.register('current_password')}
            error={errors.current_password?.message}
          />
        )}
        <AdminAccess user={user} />
        <FormError>{listFieldErrors(update.error, ownFields).length === 0 && update.failure}</FormError>
        <FormButtons
          busy={update.isPending}
          onCancel={onClose}
          submit={update.isPending ? 'Saving...' : 'Save Changes'}
        />
      </form>
      {update.passwordDialog}
    </Dialog>
  );
}

interface NameFieldsProps {
  register: (name: 'username' | 'email') => UseFormRegisterReturn;
  errors: { username?: string; email?: string };
}

function NameFields({ register, errors }: NameFieldsProps) {
  return (
    <>
      <Field label="Username" required error={errors.username}>
        {(control) => (
          <TextInput
            {...control}
            {...register('username')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label="Email" required error={errors.email}>
        {(control) => <TextInput {...control} {...register('email')} type="email" autoComplete="off" />}
      </Field>
    </>
  );
}

/** A switch that takes effect at once, without Save Changes. */
function AdminAccess({ user }: { user: AdminUser }) {
  const isSelf = useSession().user?.id === user.id;
  const [isAdmin, setIsAdmin] = useState(user.is_site_admin);
  const change = useSetSiteAdmin(user);
  return (
    <div className="grid gap-3 rounded-xl bg-sunken px-4 py-3.5">
      <Switch
        label="Admin Access"
        hint={
          isSelf
            ? 'This is your own account. If you switch it off, you leave the admin area at once.'
            : 'Takes effect as soon as you switch it.'
        }
        checked={isAdmin}
        busy={change.isPending}
        onChange={(wanted) => {
          setIsAdmin(wanted);
          change.mutate(wanted, { onError: () => setIsAdmin(!wanted) });
        }}
      />
      <FormError>{change.failure}</FormError>
      {change.passwordDialog}
    </div>
  );
}
