import { Stack, type StackProps } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { MarketSecrets } from './data/market-secrets.ts'
import { MarketTable } from './data/market-table.ts'
import { Sender } from './mail/sender.ts'
import { Alarms } from './monitoring/alarms.ts'
import type { Stage } from './stage.ts'

/** What outlives every other stack: the table, the secrets, the sender of e-mails, and where alarms go. */
export class DataStack extends Stack {
  readonly table: MarketTable
  readonly secrets: MarketSecrets
  readonly alarms: Alarms
  readonly sender: Sender

  constructor(scope: Construct, id: string, { stage, ...props }: StackProps & { readonly stage: Stage }) {
    super(scope, id, props)
    this.alarms = new Alarms(this, 'Alarms', { stage })
    this.sender = new Sender(this, 'Sender', { stage, alarms: this.alarms })
    this.secrets = new MarketSecrets(this, 'Secrets', { stage })
    this.table = new MarketTable(this, 'Market', { stage, alarms: this.alarms })
  }
}
