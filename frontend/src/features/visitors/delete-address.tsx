import { Confirm } from '#frontend/ui/confirm.tsx'
import { Stack, Text } from '#frontend/ui/layout.tsx'

type DeleteAddressProps = {
  /** Whose mails the link is about. */
  names: string
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Says what goes with an address: none of it can be brought back. */
export const DeleteAddress = ({ names, busy, onConfirm, onClose }: DeleteAddressProps) => (
  <Confirm
    open
    title="Delete your address?"
    action="Delete my address"
    busy={busy}
    isHeld={busy}
    onConfirm={onConfirm}
    onClose={onClose}
  >
    <Stack gap="3">
      <Text>
        These go with it, and cannot be brought back: your place on the list of visitors of {names}, favourites that you
        sent them, the cart that we keep to remind you of it, and mails on their behalf that could not be delivered.
      </Text>
      <Text color="ink.muted">What you bought stays yours: its receipts and downloads still reach you.</Text>
    </Stack>
  </Confirm>
)
