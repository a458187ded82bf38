import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { api } from '../../api/client.ts';
import { messageOf } from '../../api/call-error.ts';
import { listFieldErrors, showFieldErrors } from '../../api/field-errors.ts';
import { type SessionUser, updateSessionUser } from '../../api/session.ts';
import { useSite } from '../../layout/use-site.ts';
import { describePictureState } from '../../format/picture-words.ts';
import { Button } from '../../ui/button.tsx';
import { Field, FormError, TextInput } from '../../ui/forms/field.tsx';
import { CurrentPasswordField, currentPasswordRule } from '../../ui/forms/password-input.tsx';
import {
  deleteProfileDraft,
  findProfileDraft,
  saveProfileDraft,
  type ProfileValues,
  profileValuesOf,
} from './profile-draft.ts';
import { ownUserQuery } from '../../api/account.ts';
import { toast } from '../../ui/overlays/toast.ts';

/** The form's fields, each with the server's error codes that are shown at this field. */
const fields = {
  username: ['username_taken'],
  name: [],
  email: ['email_taken'],
  current_password: [],
  profile_image_url: [],
} as const;

/** All messages about saving use this toast id, so that a later message replaces an earlier message. */
const savingToast = 'profile-saving';

type FormValues = ProfileValues & { current_password: string };

export interface ProfileFormProps {
  user: SessionUser;
  /** Called after saving or cancelling, when the draft has been deleted. */
  onDone: () => void;
}

export function ProfileForm({ user, onDone }: ProfileFormProps) {
  const { origin } = useSite();
  const form = useProfileForm(user, origin, onDone);
  const { register, submit, errors, hasNewEmail, failure, busy, finish, pictureFate } = form;
  return (
    <form
      noValidate
      className="mt-6 grid gap-5 border-t border-line pt-6"
      onSubmit={(event) => void submit(event)}
    >
      <Field label="Username" error={errors.username?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...register('username')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label="Name" hint="Shown on your tickets." error={errors.name?.message}>
        {(control) => <TextInput {...control} {...register('name')} autoComplete="name" maxLength={100} />}
      </Field>
      <Field label="Email" error={errors.email?.message}>
        {(control) => <TextInput {...control} {...register('email')} type="email" autoComplete="email" />}
      </Field>
      {hasNewEmail && (
        <CurrentPasswordField
          hint="A new email address needs it. Foyer tells your present address about the change."
          {...register('current_password', currentPasswordRule)}
          error={errors.current_password?.message}
        />
      )}
      <div>
        <Field
          label="Profile Image URL"
          hint="When you save, we fetch the picture and keep a copy."
          error={errors.profile_image_url?.message}
        >
          {(control) => (
            <TextInput
              {...control}
              {...register('profile_image_url')}
              type="url"
              placeholder={`${origin}/profile.jpg`}
              autoComplete="photo"
            />
          )}
        </Field>
        <div role="status">
          {pictureFate && (
            <p className="mt-3 rounded-lg bg-warn-wash px-4 py-3 font-medium text-warn">{pictureFate}</p>
          )}
        </div>
      </div>
      <FormError>{failure}</FormError>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" disabled={busy} onClick={finish}>
          Cancel
        </Button>
        <Button type="submit" busy={busy}>
          {busy ? 'Saving...' : 'Save Changes'}
        </Button>
      </div>
    </form>
  );
}

function useProfileForm(user: SessionUser, origin: string, onDone: () => void) {
  const initial = profileValuesOf(user, origin);
  const queryClient = useQueryClient();
  const finish = () => {
    deleteProfileDraft(user);
    onDone();
  };
  const { register, handleSubmit, setError, setFocus, formState, subscribe, control } = useForm<FormValues>({
    defaultValues: { ...(findProfileDraft(user, origin) ?? initial), current_password: '' },
  });
  const hasNewEmail = useWatch({ control, name: 'email' }) !== user.email;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        // A draft is stored in the browser, so it must not contain the password.
        callback: ({ values: { username, name, email, profile_image_url } }) =>
          saveProfileDraft(user, { username, name, email, profile_image_url }),
      }),
    [subscribe, user],
  );
  const save = useMutation({
    mutationFn: ({ profile_image_url, current_password, ...profile }: FormValues) => {
      // An unchanged web address of the picture is not sent, because otherwise the server would fetch the picture
      // again.
      const changed = profile_image_url !== initial.profile_image_url;
      const body = hasNewEmail ? { ...profile, current_password } : profile;
      return api('PATCH /users/:id', {
        params: { id: user.id },
        body: changed ? { ...body, profile_image_url } : body,
      });
    },
    onSuccess: async (answer) => {
      updateSessionUser(answer.user);
      await queryClient.invalidateQueries({ queryKey: ownUserQuery(user.id).queryKey });
      toast.success('Profile updated', {
        id: savingToast,
        description: 'Your profile information has been updated successfully.',
      });
      finish();
    },
    onError: (error) => {
      if (showFieldErrors(setError, error, fields)) {
        toast.dismiss(savingToast);
        return;
      }
      toast.error('Update failed', {
        id: savingToast,
        description: 'There was a problem updating your profile.',
      });
    },
  });
  // The button that opened the form has disappeared, so the first field gets the focus.
  useEffect(() => setFocus('username'), [setFocus]);
  const address = useWatch({ control, name: 'profile_image_url' });
  const isStored = address !== '' && address === user.profile_image_url;
  const refused = save.isError && listFieldErrors(save.error, fields).length === 0;
  return {
    register,
    submit: handleSubmit((values) => save.mutate(values)),
    errors: formState.errors,
    hasNewEmail,
    failure: refused && messageOf(save.error, ''),
    busy: save.isPending,
    finish,
    pictureFate: isStored ? describePictureState(user.picture_state, 'Try another address.') : null,
  };
}
