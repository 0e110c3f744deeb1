"""Codes of federations as FIDE writes them, and the slips that are common."""

from __future__ import annotations

_CODES = (
    "AFG AHO ALB ALG AND ANG ANT ARG ARM ARU AUS AUT AZE BAH BAN BAR BDI BEL BER BHU BIH BIZ BLR BOL BOT BRA BRN BRU"
    " BUL BUR CAF CAM CAN CAY CGO CHA CHI CHN CIV CMR COD COL COM CPV CRC CRO CUB CYP CZE DEN DJI DMA DOM ECU EGY ENG"
    " ERI ESA ESP EST ETH FAI FID FIJ FIN FRA GAB GAM GBS GCI GEO GEQ GER GHA GRE GRL GRN GUA GUI GUM GUY HAI HKG HON"
    " HUN INA IND IOM IRI IRL IRQ ISL ISR ISV ITA IVB JAM JCI JOR JPN KAZ KEN KGZ KIR KOR KOS KSA KUW LAO LAT LBA LBN"
    " LBR LCA LES LIB LIE LTU LUX MAC MAD MAR MAS MAW MDA MDV MEX MGL MKD MLI MLT MNC MNE MOZ MRI MTN MYA NAM NCA NCL"
    " NED NEP NGR NIG NOR NRU NZL OMA PAK PAN PAR PER PHI PLE PLW PNG POL POR PUR QAT ROU RSA RUS RWA SCO SEN SEY SGP"
    " SKN SLE SLO SMR SOL SOM SRB SRI SSD STP SUD SUI SUR SVK SWE SWZ SYR TAN TGA THA TJK TKM TLS TOG TPE TTO TUN TUR"
    " UAE UGA UKR URU USA UZB VAN VEN VIE VIN WLS YEM ZAM ZIM"
)
CODES = frozenset(_CODES.split())
# country codes of ISO 3166 where FIDE's is another, and older ones
_SLIPS = {
    "DEU": "GER", "NLD": "NED", "CHE": "SUI", "DNK": "DEN", "PRT": "POR", "GRC": "GRE", "HRV": "CRO", "SVN": "SLO",
    "BGR": "BUL", "LVA": "LAT", "IRN": "IRI", "ZAF": "RSA", "VNM": "VIE", "PHL": "PHI", "IDN": "INA", "MYS": "MAS",
    "KWT": "KUW", "SAU": "KSA", "ARE": "UAE", "DZA": "ALG", "CHL": "CHI", "URY": "URU", "PRY": "PAR", "CRI": "CRC",
    "GTM": "GUA", "HND": "HON", "SLV": "ESA", "PRI": "PUR", "MNG": "MGL", "MCO": "MNC", "LBY": "LBA", "LKA": "SRI",
    "BGD": "BAN", "KHM": "CAM", "TWN": "TPE", "NGA": "NGR", "NIC": "NCA", "ROM": "ROU", "SIN": "SGP",
    "LEB": "LBN", "WAL": "WLS", "FIDE": "FID", "IRE": "IRL", "SPA": "ESP", "MUS": "MRI", "ZWE": "ZIM",
}  # fmt: skip


def read_federation(text: str) -> str:
    """The code that a file means: ``DEU`` is ``GER``, ``---`` is none. Unknown ones stay as they are, cut to 3."""
    code = text.strip().upper().strip("-?. ")
    if not code:
        return ""
    return _SLIPS.get(code, code[:3])


def is_known(code: str) -> bool:
    """Whether FIDE has a federation of this code; clubs write their own codes into the same column."""
    return code in CODES
