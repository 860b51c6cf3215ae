import { sentenceOf } from '#frontend/shared/api/api-error.ts'
import { complain } from '#frontend/shared/api/complain.ts'
import { useLoadFailure } from '#frontend/shared/api/use-load-failure.ts'
import { useMe, useUpdateMe } from '#frontend/shared/session/me.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Switch } from '#frontend/ui/field.tsx'
import { Heading, Stack, Text } from '#frontend/ui/layout.tsx'
import { Card, SkeletonOf } from '#frontend/ui/surface.tsx'
import type { UpdateProfile } from '#schema/api/profiles.ts'

const groups = [
  {
    name: 'Account Type',
    switches: [
      {
        field: 'isPhotographer',
        label: 'Photographer account',
        hint: 'You sell photos. Switched off, your pages stay as they are.',
      },
    ],
  },
  {
    name: 'Notifications',
    switches: [
      {
        field: 'emailNotifications',
        label: 'Email notifications',
        hint: 'Sales, payouts, finished proofing sessions. Receipts and security messages are always sent.',
      },
      {
        field: 'salesByDay',
        label: 'Sales once a day',
        hint: 'One mail in the morning with all sales of the day before, in place of one for each.',
      },
    ],
  },
  {
    name: 'Privacy',
    switches: [
      {
        field: 'isPublic',
        label: 'Public profile',
        hint: 'Switched off, your page and galleries are in no list.',
      },
    ],
  },
] as const

/** Four switches, each saved as it is turned. */
export const AccountSwitches = () => {
  const { data: me, error, refetch } = useMe()
  const update = useUpdateMe()
  useLoadFailure(me ? null : error, 'Failed to load settings')
  const turn = (change: Omit<UpdateProfile, 'version'>) => {
    if (!me) return
    update.mutate(
      { body: { ...change, version: me.version } },
      {
        onError: (refusal) => {
          complain('Failed to update settings')(refusal)
          void refetch()
        },
      },
    )
  }
  if (error && !me) {
    return (
      <Card role="alert">
        <Stack gap="4" alignItems="flex-start">
          <Heading look="heading">Failed to load settings</Heading>
          <Text color="ink.muted">{sentenceOf(error)}</Text>
          <Button onClick={() => void refetch()}>Try again</Button>
        </Stack>
      </Card>
    )
  }
  return (
    <>
      {groups.map(({ name, switches }) => (
        <Card key={name} as="div">
          <Heading look="heading" marginBottom="4">
            {name}
          </Heading>
          <SkeletonOf loading={!me}>
            <Stack gap="4">
              {switches.map(({ field, label, hint }) => (
                <Switch
                  key={field}
                  label={label}
                  hint={hint}
                  // Shows the switch as it was turned at once; the server's answer then replaces it.
                  checked={(update.isPending ? update.variables.body[field] : undefined) ?? me?.[field] ?? false}
                  disabled={!me}
                  busy={update.isPending}
                  onChange={(isOn) => turn({ [field]: isOn })}
                />
              ))}
            </Stack>
          </SkeletonOf>
        </Card>
      ))}
    </>
  )
}
