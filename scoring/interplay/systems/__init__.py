"""Who is measured: endpoints, local models, bots, people, and the scaffolds in which they think."""
