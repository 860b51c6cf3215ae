import { ChevronDown, LogOut, Settings, UserRound } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { useSession } from '#frontend/shared/session/session.tsx'
import { Button } from '#frontend/ui/button.tsx'
import { Menu } from '#frontend/ui/menu.tsx'
import { clearToasts } from '#frontend/ui/toast.tsx'
import { paths } from '#schema/paths.ts'

const entry = (Icon: typeof Settings, text: string) => (
  <>
    <Icon size={17} aria-hidden />
    {text}
  </>
)

/** What a signed-in user finds under the own name; loaded only with a session. */
export const AccountMenu = () => {
  const { user, signOut } = useSession()
  const navigate = useNavigate()
  const leave = async () => {
    await signOut()
    clearToasts()
    await navigate(paths.home())
  }
  return (
    <Menu
      trigger={
        <Button variant="quiet" size="sm" aria-label="Account">
          <UserRound aria-hidden />
          <ChevronDown aria-hidden />
        </Button>
      }
      entries={[
        { kind: 'link', label: entry(UserRound, 'Profile'), to: paths.profile() },
        { kind: 'link', label: entry(Settings, 'Settings'), to: paths.settings() },
        { kind: 'action', label: entry(LogOut, 'Sign Out'), onSelect: () => void leave() },
      ]}
      label={user?.email ?? 'Account'}
    />
  )
}
