"""What a report says first: findings in sentences, and the poems that were refused."""
