import { useState } from 'react'
import { codeOf, sentenceOf } from '#frontend/shared/api/api-error.ts'
import { DraftNotice } from '#frontend/shared/forms/draft-notice.tsx'
import { LongTextField, TextField } from '#frontend/shared/forms/fields.tsx'
import { useFilledFrom } from '#frontend/shared/forms/filled-from.ts'
import { type FormState, useForm } from '#frontend/shared/forms/use-form.ts'
import { useMe, useUpdateMe } from '#frontend/shared/session/me.ts'
import { Button, TextLink } from '#frontend/ui/button.tsx'
import { Field, Form, Input } from '#frontend/ui/field.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { type OwnProfile, UpdateProfile } from '#schema/api/profiles.ts'
import { limits } from '#schema/limits.ts'
import { paths } from '#schema/paths.ts'

type Values = Pick<OwnProfile, 'displayName' | 'bio'> & { websiteUrl: string }
const valuesOf = (me: OwnProfile): Values => ({
  displayName: me.displayName,
  bio: me.bio,
  websiteUrl: me.websiteUrl ?? '',
})

const wayOut = 'Contact support'
const [before = '', after = ''] = 'Email cannot be changed here. Contact support if needed.'.split(wayOut)

/** Display name, bio and website; the email is shown and cannot be changed here. */
export const ProfileForm = ({ me }: { me: OwnProfile }) => {
  const update = useUpdateMe()
  const { refetch } = useMe()
  // Once it is saved, a draft that was found here is one no more.
  const [isDraft, setIsDraft] = useState(true)
  const form: FormState<Values> = useForm({
    initial: valuesOf(me),
    schema: UpdateProfile,
    bodyOf: (values) => ({ version: filled.version, ...values }),
    send: async (body) => {
      const sent = form.values
      const saved = await update.mutateAsync({ body })
      // What was typed meanwhile stays.
      filled.follow(saved, sent)
      setIsDraft(false)
      toast({ kind: 'success', title: 'Profile updated', description: 'Your profile has been saved.' })
    },
    fieldOfCode: { invalid_website: 'websiteUrl' },
    onRefusal: (error) => {
      if (codeOf(error) === 'changed_meanwhile') void refetch().then(({ data }) => data && filled.follow(data))
      toast({
        title: 'Failed to update profile',
        description:
          codeOf(error) === 'changed_meanwhile'
            ? 'It was changed in another tab meanwhile. Save again to keep what stands here.'
            : sentenceOf(error),
      })
    },
    draft: { key: 'profile' },
  })
  const filled = useFilledFrom({
    item: me,
    fieldsOf: valuesOf,
    typed: form.values,
    onNews: (change, news) => {
      form.edit(change)
      form.rebase(valuesOf(news))
    },
  })
  const { field } = form
  return (
    <Form ref={form.form} onSubmit={form.submit} aria-label="Profile">
      {isDraft && <DraftNotice form={form} />}
      <TextField
        {...field('displayName')}
        label="Display Name"
        hint="Left empty, it is the part of your email before the @."
        autoComplete="name"
        maxLength={limits.profile.displayNameLength}
      />
      <Field
        label="Email"
        hint={
          <>
            {before}
            <TextLink to={paths.contact()}>{wayOut}</TextLink>
            {after}
          </>
        }
      >
        <Input type="email" value={me.email} readOnly background="sunken" />
      </Field>
      <LongTextField
        {...field('bio')}
        label="Bio"
        hint="Shown on your public page."
        rows={4}
        maxLength={limits.profile.bioLength}
      />
      <TextField
        {...field('websiteUrl')}
        label="Website URL"
        type="url"
        inputMode="url"
        autoComplete="url"
        placeholder="https://example.com"
        maxLength={limits.profile.websiteLength}
      />
      <div>
        <Button type="submit" variant="accent" busy={form.busy} busyLabel="Saving...">
          Save Changes
        </Button>
      </div>
    </Form>
  )
}
