import type { Trial } from '#frontend/shared/subscriptions/use-trial.ts'
import { ButtonLink } from '#frontend/ui/button.tsx'
import { Row } from '#frontend/ui/layout.tsx'
import { addresses } from '#schema/paths.ts'

/** Where who is locked out subscribes or gives another card: no setting of a gallery can be changed before. */
export const ToSubscription = ({ trial }: { trial: Pick<Trial, 'isPastDue'> }) => (
  <Row>
    <ButtonLink to={addresses.dashboardTab('settings')}>{trial.isPastDue ? 'Update Card' : 'Upgrade Now'}</ButtonLink>
  </Row>
)
