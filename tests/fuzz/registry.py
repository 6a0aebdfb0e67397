"""Every fuzzed parser by name. To add one: write it in a file of ``parsers/``, which is listed here."""

from tests.fuzz.parser import Parser
from tests.fuzz.parsers import chinese_poems, commits, model_files, recipes, sources, spoken, studies

PARSERS: dict[str, Parser] = {
    parser.name: parser
    for module in (recipes, commits, sources, model_files, spoken, studies, chinese_poems)
    for parser in module.PARSERS
}
