import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Control, type UseFormSetError, useController, useForm, useWatch } from 'react-hook-form';
import { api } from '../../api/client.ts';
import { messageOf } from '../../api/call-error.ts';
import { listFieldErrors, showFieldErrors } from '../../api/field-errors.ts';
import { writeForm } from '../../ui/forms/write-form.ts';
import { type SessionUser, updateSessionUser } from '../../api/session.ts';
import { useSite } from '../../layout/use-site.ts';
import { describePictureState } from '../../format/picture-words.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, FormError, TextInput } from '../../ui/forms/field.tsx';
import { PictureField } from '../../ui/forms/picture-field.tsx';
import { type ChosenPicture, useChosenPicture } from '../../ui/forms/use-chosen-picture.ts';
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

const pictureFields = { profile_image: ['not_an_image', 'image_too_large'] } as const;

/** All messages about saving use this toast id, so that a later message replaces an earlier message. */
const savingToast = 'profile-saving';

type FormValues = ProfileValues & { current_password: string };

export interface ProfileFormProps {
  user: SessionUser;
  /** Called after saving or cancelling, when the draft has been deleted. */
  onDone: () => void;
}

export function ProfileForm({ user, onDone }: ProfileFormProps) {
  const picture = useChosenPicture(user.profile_image_url);
  const form = useProfileForm(user, picture, onDone);
  const { register, submit, errors, hasNewEmail, failure, busy, finish } = form;
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
      <PictureFields user={user} control={form.control} picture={picture} />
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

interface PictureFieldsProps {
  user: SessionUser;
  control: Control<FormValues>;
  picture: ChosenPicture;
}

/** While a file is chosen, the field for the web address is empty and disabled. */
function PictureFields({ user, control, picture }: PictureFieldsProps) {
  const { origin } = useSite();
  const { field, fieldState } = useController({ control, name: 'profile_image_url' });
  const isStored = field.value !== '' && field.value === user.profile_image_url;
  const fate = isStored ? describePictureState(user.picture_state, 'Try another address.') : null;
  return (
    <>
      <PictureField
        label="Profile Picture"
        note="We cut it to a square around its middle."
        picture={picture}
        address={field.value}
        renderPreview={(url) => (
          <span className="flex justify-center">
            <Avatar username={user.username} imageUrl={url} size={96} />
          </span>
        )}
        onChosen={() => field.onChange('')}
      />
      <div>
        <Field
          label="Profile Image URL"
          hint={
            picture.chosen
              ? 'Remove the file above to give an address instead.'
              : 'Or the address of a picture. When you save, we fetch it and keep a copy.'
          }
          error={fieldState.error?.message}
        >
          {(wiring) => (
            <TextInput
              {...wiring}
              {...field}
              onChange={(change) => {
                picture.forgetFault();
                field.onChange(change);
              }}
              type="url"
              placeholder={`${origin}/profile.jpg`}
              autoComplete="photo"
              disabled={picture.chosen !== null}
            />
          )}
        </Field>
        <div role="status">
          {fate && <p className="mt-3 rounded-lg bg-warn-wash px-4 py-3 font-medium text-warn">{fate}</p>}
        </div>
      </div>
    </>
  );
}

function useProfileForm(user: SessionUser, picture: ChosenPicture, onDone: () => void) {
  const finish = () => {
    deleteProfileDraft(user);
    onDone();
  };
  const { register, handleSubmit, setError, setFocus, formState, subscribe, control } = useForm<FormValues>({
    defaultValues: { ...(findProfileDraft(user) ?? profileValuesOf(user)), current_password: '' },
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
  const save = useSaveProfile(user, { picture, setError, onSaved: finish });
  // The button that opened the form has disappeared, so the first field gets the focus.
  useEffect(() => setFocus('username'), [setFocus]);
  const refused = save.isError && listFieldErrors(save.error, { ...fields, ...pictureFields }).length === 0;
  return {
    register,
    control,
    submit: handleSubmit((values) => {
      if (picture.fault === null) save.mutate(values);
      else picture.input.current?.focus();
    }),
    errors: formState.errors,
    hasNewEmail,
    failure: refused && messageOf(save.error, ''),
    busy: save.isPending,
    finish,
  };
}

interface Saving {
  picture: ChosenPicture;
  setError: UseFormSetError<FormValues>;
  onSaved: () => void;
}

function useSaveProfile(user: SessionUser, { picture, setError, onSaved }: Saving) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (values: FormValues) => saveProfile(user, values, picture),
    onSuccess: async (answer) => {
      updateSessionUser(answer.user);
      await queryClient.invalidateQueries({ queryKey: ownUserQuery(user.id).queryKey });
      toast.success('Profile updated', {
        id: savingToast,
        description: 'Your profile information has been updated successfully.',
      });
      onSaved();
    },
    onError: (error) => {
      const [fault] = listFieldErrors(error, pictureFields);
      if (fault) {
        picture.setFault(fault.message);
        picture.input.current?.focus();
      }
      if (fault || showFieldErrors(setError, error, fields)) {
        toast.dismiss(savingToast);
        return;
      }
      toast.error('Update failed', {
        id: savingToast,
        description: 'There was a problem updating your profile.',
      });
    },
  });
}

function saveProfile(
  user: SessionUser,
  { profile_image_url, current_password, ...profile }: FormValues,
  { chosen, removed }: ChosenPicture,
) {
  const params = { id: user.id };
  const body = profile.email === user.email ? profile : { ...profile, current_password };
  if (chosen) {
    const file = { name: 'profile_image', content: chosen.file };
    return api('PATCH /users/:id', { params, form: writeForm(body, file) });
  }
  // An unchanged web address of the picture is not sent, because otherwise the server would fetch the picture again.
  const changed = removed || profile_image_url !== profileValuesOf(user).profile_image_url;
  return api('PATCH /users/:id', { params, body: changed ? { ...body, profile_image_url } : body });
}
